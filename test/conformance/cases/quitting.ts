// app: how it quits, and what prevents it.
import type { ElectronModule, ProcessCases } from '../conformance-case.ts';

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

export const alone: ProcessCases = {
  'app.exit emits neither before-quit nor will-quit': {
    main(electron, say) {
      watchEnd(electron, say);
      afterReady(electron, () => electron.app.exit(7));
    },
    code: 7,
    says: ['quit 7'],
  },
  'app.exit ends the process at once, and without an event, before the app is ready': {
    main(electron, say) {
      watchEnd(electron, say);
      void electron.app.whenReady().then(() => say('ready'));
      electron.app.exit(5);
    },
    code: 5,
    says: [],
  },
  'app.quit asks the app, then closes the windows, and only then will-quit and quit follow': {
    main(electron, say) {
      watchEnd(electron, say);
      afterReady(electron, () => {
        openWindow(electron, 'a', say);
        electron.app.quit();
        say('asked');
      });
    },
    // A window closes after `app.quit` returns, and `window-all-closed` is not emitted.
    says: ['before-quit', 'close a', 'asked', 'closed a', 'will-quit', 'quit 0'],
  },
  'app.quit ends an app that is not ready, in order': {
    main(electron, say) {
      watchEnd(electron, say);
      electron.app.quit();
      say('asked');
    },
    says: ['before-quit', 'will-quit', 'quit 0', 'asked'],
  },
  'before-quit that is prevented leaves the windows as they are, and can be asked again': {
    main(electron, say) {
      electron.app.once('before-quit', (event) => event.preventDefault());
      watchEnd(electron, say);
      afterReady(electron, () => {
        openWindow(electron, 'a', say);
        electron.app.quit();
        setImmediate(() => electron.app.quit());
      });
    },
    says: ['before-quit', 'before-quit', 'close a', 'closed a', 'will-quit', 'quit 0'],
  },
  'a window that stays open cancels quitting, and the others close': {
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
    says: [
      ...['before-quit', 'close a', 'close b', 'closed b'],
      ...['before-quit', 'close a', 'closed a', 'will-quit', 'quit 0'],
    ],
  },
  'an app with a listener of window-all-closed continues without a window': {
    main(electron, say) {
      const { app } = electron;
      watchEnd(electron, say);
      app.on('window-all-closed', () =>
        setImmediate(() => say(`windows ${electron.BrowserWindow.getAllWindows().length}`)),
      );
      app.on('window-all-closed', () => setImmediate(() => app.exit(0)));
      afterReady(electron, () => openWindow(electron, 'a', say).destroy());
    },
    says: ['closed a', 'window-all-closed', 'windows 0', 'quit 0'],
  },
};
