// app: the effect of SIGTERM, SIGINT and SIGHUP, and when Node's listeners are called. Electron has no such handlers on Windows.
import type { ElectronModule, ProcessCases } from '../conformance-case.ts';

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

export const alone: ProcessCases = {
  ...Object.fromEntries(
    (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).map((signal) => [
      `${signal} quits the app in order if nothing listens to it`,
      { platforms, main: start, sends: { ready: signal }, says: ['ready', 'before-quit', 'quit 0'] },
    ]),
  ),
  'a listener of a signal that was added before ready is never called': {
    platforms,
    main(electron, say) {
      process.on('SIGTERM', () => say('SIGTERM'));
      start(electron, say);
    },
    sends: { ready: 'SIGTERM' },
    says: ['ready', 'before-quit', 'quit 0'],
  },
  'a first listener of a signal that is added after ready is called each time, and the app does not quit': {
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
    sends: { ready: 'SIGTERM', 'SIGTERM 1': 'SIGTERM' },
    code: 6,
    says: ['ready', 'SIGTERM 1', 'SIGTERM 2', 'quit 6'],
  },
  'a second signal ends the process at once where nothing listens to it': {
    platforms,
    main(electron, say) {
      electron.app.on('before-quit', (event) => event.preventDefault());
      start(electron, say);
    },
    sends: { ready: 'SIGINT', 'before-quit': 'SIGINT' },
    code: 'SIGINT',
    says: ['ready', 'before-quit'],
  },
};
