// A small app that uses Electron as the real one does; the contract tests of the hosts run against it.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import electron, {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  safeStorage,
  session,
  shell,
  Tray,
} from 'electron';

const require = createRequire(import.meta.url);
let window;
let tray;
let staysWhenClosed = false;
let flushed = false;

/** One black pixel, as a PNG. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
const say = (text) => console.log(`[fixture] ${text}`);

const answers = {
  echo: (_event, value) => value,
  burst: (event) => {
    for (let n = 0; n < 50; n += 1) event.sender.send('tick', n);
  },
  theme: (_event, source) => {
    nativeTheme.themeSource = source;
    return nativeTheme.shouldUseDarkColors;
  },
  ask: () =>
    dialog.showMessageBox(window, {
      message: 'Go on?',
      detail: '<b>All</b> of it.',
      buttons: ['Go on', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    }),
  tray: (_event, count) => {
    tray ??= new Tray(nativeImage.createFromDataURL(DOT));
    tray.removeAllListeners('click');
    tray.on('click', () => say(`tray clicked at ${count}`));
    tray.setToolTip(`${count} waiting`);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: `Show ${count}`, click: () => window.show() },
        { type: 'separator' },
        { label: 'Asleep', type: 'checkbox', checked: count > 1 },
        { label: 'Never', enabled: false },
      ]),
    );
  },
  noTray: () => {
    tray.destroy();
    return tray.isDestroyed();
  },
  claim: () => [app.setAsDefaultProtocolClient('fixture'), app.isDefaultProtocolClient('fixture')],
  staysWhenClosed: () => {
    staysWhenClosed = true;
  },
  lock: () => [app.requestSingleInstanceLock({ again: true }), app.hasSingleInstanceLock()],
  seal: () => safeStorage.decryptString(safeStorage.encryptString('secret')),
  facts: () => ({
    userData: app.getPath('userData'),
    practice: app.commandLine.hasSwitch('practice'),
    inArguments: process.argv.includes('--practice'),
    packaged: app.isPackaged,
    required: require('electron').app === electron.app,
    encrypts: safeStorage.isEncryptionAvailable(),
  }),
};
for (const [name, answer] of Object.entries(answers)) ipcMain.handle(name, answer);
app.on('open-url', (event, url) => {
  event.preventDefault();
  say(`open-url ${url}`);
});
app.on('before-quit', () => {
  staysWhenClosed = false;
  say('before-quit');
});
app.on('will-quit', (event) => {
  say(`will-quit ${flushed}`);
  if (flushed) return;
  event.preventDefault();
  setTimeout(() => {
    flushed = true;
    app.quit();
  }, 50);
});
app.on('quit', () => say('quit'));
app.on('window-all-closed', () => {
  say('window-all-closed');
  app.quit();
});

if (app.commandLine.hasSwitch('single')) await requestLock(app.commandLine.getSwitchValue('single'));

/** Starts if it gets the lock of its folder, else exits. */
async function requestLock(json) {
  app.on('second-instance', (_event, argv, workingDirectory, data) => {
    const sawSwitch = argv.includes('--seen');
    say(`second-instance ${JSON.stringify({ ready: app.isReady(), sawSwitch, workingDirectory, data })}`);
  });
  try {
    app.requestSingleInstanceLock({ run() {} });
  } catch (error) {
    say(`refused: ${error.message}`);
  }
  const isFirst = json === '' ? app.requestSingleInstanceLock() : app.requestSingleInstanceLock(JSON.parse(json));
  say(isFirst ? 'first' : 'second');
  if (!isFirst) process.exit(0);
  const gate = app.commandLine.getSwitchValue('wait-for');
  while (gate !== '' && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 10));
}

app.whenReady().then(async () => {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: 'File',
        submenu: [
          {
            id: 'new',
            label: 'New',
            accelerator: 'CmdOrCtrl+Shift+N',
            click: () => window.webContents.send('tick', 'menu'),
          },
          { role: 'quit' },
        ],
      },
    ]),
  );
  window = new BrowserWindow({
    width: 1000,
    height: 700,
    show: false,
    useContentSize: true,
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs'), sandbox: true, contextIsolation: true },
  });
  window.once('ready-to-show', () => {
    say('ready-to-show');
    window.show();
  });
  window.on('close', (event) => {
    if (!staysWhenClosed) return;
    event.preventDefault();
    window.hide();
  });
  for (const event of ['show', 'hide', 'blur', 'closed']) window.on(event, () => say(event));
  window.webContents.on('will-navigate', (event) => {
    say(`will-navigate ${event.url}`);
    event.preventDefault();
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    say(`gone ${details.reason}`);
    window.webContents.reload();
  });
  window.webContents.setWindowOpenHandler(({ url }) => {
    void shell.openExternal(url);
    return { action: 'deny' };
  });
  await window.loadFile(join(import.meta.dirname, 'index.html'));
  say('loaded');
});
