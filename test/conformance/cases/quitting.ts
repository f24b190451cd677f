// app: how it quits, and what prevents it.
import assert from 'node:assert/strict';
import type { ElectronModule, ProcessCase } from '../conformance-case.ts';

/** Prints each step of the quit. */
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

/** The message loop begins a moment after ready; nothing can end in order before. */
const afterReady = ({ app }: ElectronModule, act: () => void): void =>
  void app.whenReady().then(() => setImmediate(act));

export const quitCases: readonly ProcessCase[] = [
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
      // A window closes after `app.quit` returns, and `window-all-closed` is not emitted.
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
    name: 'will-quit that is prevented keeps the app running, and quitting starts over',
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
    name: 'an app with a listener of window-all-closed continues without a window',
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
