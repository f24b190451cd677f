// app: the effect of SIGTERM, SIGINT and SIGHUP, and when Node's listeners are called. Electron has no such handlers on Windows.
import assert from 'node:assert/strict';
import type { ElectronModule, ProcessCase } from '../conformance-case.ts';

const platforms = ['linux', 'darwin'] as const;

/** Prints each step of the quit, and when a signal may be sent. */
function start({ app }: ElectronModule, say: (line: string) => void, onReady: () => void = () => {}): void {
  app.on('before-quit', () => say('before-quit'));
  app.on('quit', (_event, code) => say(`quit ${code}`));
  void app.whenReady().then(() => {
    onReady();
    setImmediate(() => say('ready'));
  });
}

export const signalCases: readonly ProcessCase[] = [
  ...(['SIGTERM', 'SIGINT', 'SIGHUP'] as const).map(
    (signal): ProcessCase => ({
      name: `${signal} quits the app in order where nothing listens to it`,
      source: 'shell/browser/electron_browser_main_parts_posix.cc',
      platforms,
      main: (electron, say) => start(electron, say),
      async check(process) {
        await process.untilSaid('ready');
        process.signal(signal);
        assert.equal(await process.exit(), 0);
        assert.deepEqual(process.said, ['ready', 'before-quit', 'quit 0']);
      },
    }),
  ),
  {
    name: 'a listener of a signal that was added before ready is never called',
    source: 'shell/browser/electron_browser_main_parts.cc',
    platforms,
    main(electron, say) {
      process.on('SIGTERM', () => say('SIGTERM'));
      start(electron, say);
    },
    async check(process) {
      await process.untilSaid('ready');
      process.signal('SIGTERM');
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['ready', 'before-quit', 'quit 0']);
    },
  },
  {
    name: 'a listener of a signal that was added before ready keeps a later one from being called',
    source: 'shell/browser/electron_browser_main_parts.cc',
    platforms,
    main(electron, say) {
      process.on('SIGTERM', () => say('SIGTERM'));
      start(electron, say, () => process.on('SIGTERM', () => say('SIGTERM, later')));
    },
    async check(process) {
      await process.untilSaid('ready');
      process.signal('SIGTERM');
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['ready', 'before-quit', 'quit 0']);
    },
  },
  {
    name: 'a first listener of a signal that is added after ready is called each time, and the app does not quit',
    source: 'shell/browser/electron_browser_main_parts.cc',
    platforms,
    main(electron, say) {
      let times = 0;
      const onSignal = () => {
        times += 1;
        say(`SIGTERM ${times}`);
        if (times === 2) electron.app.exit(6);
      };
      process.on('SIGTERM', () => say('dead'));
      start(electron, say, () => {
        process.removeAllListeners('SIGTERM');
        process.on('SIGTERM', onSignal);
      });
    },
    async check(process) {
      await process.untilSaid('ready');
      process.signal('SIGTERM');
      await process.untilSaid('SIGTERM 1');
      process.signal('SIGTERM');
      assert.equal(await process.exit(), 6);
      assert.deepEqual(process.said, ['ready', 'SIGTERM 1', 'SIGTERM 2', 'quit 6']);
    },
  },
  {
    name: 'a second signal ends the process at once where nothing listens to it',
    source: 'shell/browser/electron_browser_main_parts_posix.cc',
    platforms,
    main(electron, say) {
      electron.app.on('before-quit', (event) => event.preventDefault());
      start(electron, say);
    },
    async check(process) {
      await process.untilSaid('ready');
      process.signal('SIGINT');
      await process.untilSaid('before-quit');
      process.signal('SIGINT');
      assert.equal(await process.exit(), 'SIGINT');
      assert.deepEqual(process.said, ['ready', 'before-quit']);
    },
  },
  {
    name: 'a signal whose last listener was removed ends the process at once',
    source: 'shell/browser/electron_browser_main_parts.cc',
    platforms,
    main(electron, say) {
      const listener = () => say('SIGHUP');
      start(electron, say, () => {
        process.on('SIGHUP', listener);
        process.removeListener('SIGHUP', listener);
      });
    },
    async check(process) {
      await process.untilSaid('ready');
      process.signal('SIGHUP');
      assert.equal(await process.exit(), 'SIGHUP');
      assert.deepEqual(process.said, ['ready']);
    },
  },
];
