// app: its life from start to end, and what it allows when.
import assert from 'node:assert/strict';
import type { ElectronModule, ProcessCase, SharedCase } from '../conformance-case.ts';
import { signalCases } from './signals.ts';

export const appCases: readonly SharedCase[] = [
  {
    name: 'app.whenReady resolves at once when the app is ready',
    source: 'docs/api/app.md',
    async run({ app }) {
      assert.equal(app.isReady(), true);
      await app.whenReady();
    },
  },
  {
    name: 'app.isPackaged is false for an app that Electron of development runs',
    source: 'spec/api-app-spec.ts',
    run({ app }) {
      assert.equal(app.isPackaged, false);
    },
  },
  {
    name: 'app.enableSandbox and app.disableHardwareAcceleration throw after ready',
    source: 'shell/browser/api/electron_api_app.cc',
    run({ app }) {
      assert.throws(() => app.enableSandbox(), /app\.enableSandbox\(\) can only be called before app is ready/);
      assert.throws(
        () => app.disableHardwareAcceleration(),
        /app\.disableHardwareAcceleration\(\) can only be called before app is ready/,
      );
    },
  },
  {
    name: 'app.setPath and app.getPath take only names that Electron has, and whole paths',
    source: 'shell/browser/api/electron_api_app.cc',
    run({ app }) {
      assert.throws(() => app.setPath('userData', 'some/folder'), /Path must be absolute/);
      assert.throws(() => app.setPath('nowhere', app.getPath('temp')), /Failed to set path/);
      assert.throws(() => app.getPath('nowhere' as 'temp'), /Failed to get 'nowhere' path/);
    },
  },
];

/** Says each step of the end. */
function watchEnd({ app }: ElectronModule, say: (line: string) => void): void {
  app.on('before-quit', () => say('before-quit'));
  app.on('window-all-closed', () => say('window-all-closed'));
  app.on('will-quit', () => say('will-quit'));
  app.on('quit', (_event, code) => say(`quit ${code}`));
}

function openWindow({ BrowserWindow }: ElectronModule, name: string, say: (line: string) => void) {
  const window = new BrowserWindow({ show: false });
  window.on('close', () => say(`close ${name}`));
  window.on('closed', () => say(`closed ${name}`));
  return window;
}

/** The message loop begins a moment after the app is ready; nothing can end in order before. */
const afterReady = ({ app }: ElectronModule, act: () => void): void =>
  void app.whenReady().then(() => setImmediate(act));

const endProcessCases: readonly ProcessCase[] = [
  {
    name: 'app.exit emits neither before-quit nor will-quit',
    source: 'docs/api/app.md',
    main(electron, say) {
      watchEnd(electron, say);
      afterReady(electron, () => electron.app.exit(7));
    },
    async check(process) {
      assert.equal(await process.exit(), 7);
      assert.deepEqual(process.said, ['quit 7']);
    },
  },
  {
    name: 'app.exit closes every window without asking',
    source: 'spec/api-app-spec.ts',
    main(electron, say) {
      watchEnd(electron, say);
      afterReady(electron, () => {
        openWindow(electron, 'a', say).on('close', (event) => event.preventDefault());
        electron.app.exit(3);
      });
    },
    async check(process) {
      assert.equal(await process.exit(), 3);
      assert.deepEqual(process.said, ['closed a', 'quit 3']);
    },
  },
  {
    name: 'app.exit ends the process at once, and without an event, before the app is ready',
    source: 'shell/browser/browser.cc',
    main(electron, say) {
      watchEnd(electron, say);
      void electron.app.whenReady().then(() => say('ready'));
      electron.app.exit(5);
    },
    async check(process) {
      assert.equal(await process.exit(), 5);
      assert.deepEqual(process.said, []);
    },
  },
  {
    name: 'process.exit is app.exit',
    source: 'lib/browser/init.ts',
    main(electron, say) {
      watchEnd(electron, say);
      afterReady(electron, () => process.exit(4));
    },
    async check(process) {
      assert.equal(await process.exit(), 4);
      assert.deepEqual(process.said, ['quit 4']);
    },
  },
  {
    name: 'app.quit asks the app, then closes the windows, and only then will-quit and quit follow',
    source: 'docs/api/app.md',
    main(electron, say) {
      watchEnd(electron, say);
      afterReady(electron, () => {
        openWindow(electron, 'a', say);
        electron.app.quit();
        say('asked');
      });
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      // A window closes later than `app.quit` returns, and `window-all-closed` is not emitted.
      assert.deepEqual(process.said, ['before-quit', 'close a', 'asked', 'closed a', 'will-quit', 'quit 0']);
    },
  },
  {
    name: 'app.quit ends an app that is not ready, in order',
    source: 'shell/browser/browser.cc',
    main(electron, say) {
      watchEnd(electron, say);
      electron.app.quit();
      say('asked');
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['before-quit', 'will-quit', 'quit 0', 'asked']);
    },
  },
  {
    name: 'before-quit that is prevented leaves the windows as they are, and can be asked again',
    source: 'docs/api/app.md',
    main(electron, say) {
      electron.app.once('before-quit', (event) => event.preventDefault());
      watchEnd(electron, say);
      afterReady(electron, () => {
        openWindow(electron, 'a', say);
        electron.app.quit();
        setImmediate(() => electron.app.quit());
      });
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['before-quit', 'before-quit', 'close a', 'closed a', 'will-quit', 'quit 0']);
    },
  },
  {
    name: 'a window that stays open cancels quitting, and the others close',
    source: 'shell/browser/window_list.cc',
    main(electron, say) {
      const { app } = electron;
      watchEnd(electron, say);
      afterReady(electron, () => {
        openWindow(electron, 'a', say).once('close', (event) => event.preventDefault());
        openWindow(electron, 'b', say).once('closed', () => setImmediate(() => app.quit()));
        app.quit();
      });
    },
    platforms: ['linux', 'win32'],
    async check(process) {
      assert.equal(await process.exit(), 0);
      const first = ['before-quit', 'close a', 'close b', 'closed b'];
      assert.deepEqual(process.said, [...first, 'before-quit', 'close a', 'closed a', 'will-quit', 'quit 0']);
    },
  },
  {
    name: 'a page that does not want to unload cancels quitting',
    source: 'shell/browser/browser.cc',
    main(electron, say) {
      const { app } = electron;
      watchEnd(electron, say);
      afterReady(electron, async () => {
        const window = openWindow(electron, 'a', say);
        await window.loadURL('data:text/html,<script>onbeforeunload = () => false</script>');
        window.webContents.once('will-prevent-unload', () => {
          say('kept');
          setImmediate(() => {
            window.webContents.once('will-prevent-unload', (event) => event.preventDefault());
            app.quit();
          });
        });
        app.quit();
      });
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      const first = ['before-quit', 'close a', 'kept'];
      assert.deepEqual(process.said, [...first, 'before-quit', 'close a', 'closed a', 'will-quit', 'quit 0']);
    },
  },
  {
    name: 'will-quit that is prevented keeps the app running, and quitting begins anew',
    source: 'docs/api/app.md',
    main(electron, say) {
      const { app } = electron;
      app.once('will-quit', (event) => {
        event.preventDefault();
        setImmediate(() => app.quit());
      });
      watchEnd(electron, say);
      afterReady(electron, () => app.quit());
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['before-quit', 'will-quit', 'before-quit', 'will-quit', 'quit 0']);
    },
  },
  {
    name: 'an app without a listener of window-all-closed quits with its last window',
    source: 'docs/api/app.md',
    main(electron, say) {
      electron.app.on('quit', (_event, code) => say(`quit ${code}`));
      afterReady(electron, () => openWindow(electron, 'a', say).close());
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['close a', 'closed a', 'quit 0']);
    },
  },
  {
    name: 'an app with a listener of window-all-closed goes on without a window',
    source: 'docs/api/app.md',
    main(electron, say) {
      const { app } = electron;
      watchEnd(electron, say);
      app.on('window-all-closed', () =>
        setImmediate(() => say(`windows ${electron.BrowserWindow.getAllWindows().length}`)),
      );
      app.on('window-all-closed', () => setImmediate(() => app.exit(0)));
      afterReady(electron, () => openWindow(electron, 'a', say).destroy());
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['closed a', 'window-all-closed', 'windows 0', 'quit 0']);
    },
  },
];

const startProcessCases: readonly ProcessCase[] = [
  {
    name: 'a window cannot be made before the app is ready',
    source: 'shell/browser/api/electron_api_browser_window.cc',
    main({ app, BrowserWindow }, say) {
      try {
        new BrowserWindow({ show: false });
      } catch (error) {
        say((error as Error).message);
      }
      app.exit(0);
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['Cannot create BrowserWindow before app is ready']);
    },
  },
  {
    name: 'app.enableSandbox takes --no-sandbox away, and no other switch',
    source: 'shell/browser/api/electron_api_app.cc',
    main({ app }, say) {
      const { commandLine } = app;
      commandLine.appendSwitch('no-sandbox');
      commandLine.appendSwitch('lang', 'en');
      app.enableSandbox();
      say(`${commandLine.hasSwitch('no-sandbox')} ${commandLine.getSwitchValue('lang')}`);
      app.exit(0);
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['false en']);
    },
  },
  {
    name: 'the locale is empty before the app is ready, and that of the system throws',
    source: 'shell/browser/api/electron_api_app.cc',
    main({ app }, say) {
      say(`locale "${app.getLocale()}"`);
      try {
        app.getSystemLocale();
      } catch (error) {
        say((error as Error).message);
      }
      void app.whenReady().then(() => {
        say(String(app.getLocale() !== '' && app.getSystemLocale() !== ''));
        app.exit(0);
      });
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      const refused = 'app.getSystemLocale() can only be called after app is ready';
      assert.deepEqual(process.said, ['locale ""', refused, 'true']);
    },
  },
  {
    name: 'the lock of a single instance is held until it is released',
    source: 'docs/api/app.md',
    main({ app }, say) {
      say(`${app.hasSingleInstanceLock()} ${app.requestSingleInstanceLock()} ${app.hasSingleInstanceLock()}`);
      app.releaseSingleInstanceLock();
      say(String(app.hasSingleInstanceLock()));
      app.exit(0);
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['false true true', 'false']);
    },
  },
];

export const appProcessCases: readonly ProcessCase[] = [...startProcessCases, ...endProcessCases, ...signalCases];
