// A tiny app that uses Electron as the real one does; the contract tests of the hosts run against it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import electron, {
  app,
  BrowserWindow,
  ClipboardItem,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  safeStorage,
  session,
  shell,
} from 'electron';

const require = createRequire(import.meta.url);
let window;
let flushed = false;

const say = (text) => console.log(`[fixture] ${text}`);

const answers = {
  echo: (_event, value) => value,
  sender: (event) => ({
    url: event.senderFrame.url,
    parent: event.senderFrame.parent?.url ?? null,
    isMainFrame: event.senderFrame === window.webContents.mainFrame,
    isTop: event.senderFrame === event.senderFrame.top,
    isOwnWindow: BrowserWindow.fromWebContents(event.sender) === window,
  }),
  fail: () => {
    throw new TypeError('no good');
  },
  burst: (event) => {
    for (let n = 0; n < 50; n += 1) event.sender.send('tick', n);
  },
  copy: (_event, text) => clipboard.writeText(text),
  copyPicture: (_event, png) =>
    clipboard.write([new ClipboardItem({ 'image/png': new Blob([png], { type: 'image/png' }) })]),
  copied: async () => [await clipboard.readText(), await clipboard.has('image/png')],
  print: () =>
    new Promise((resolve) => {
      window.webContents.print({}, (printed) => resolve(printed));
    }),
  theme: (_event, source) => {
    nativeTheme.themeSource = source;
    return nativeTheme.shouldUseDarkColors;
  },
  save: () => dialog.showSaveDialog(window, { title: 'Save' }),
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
ipcMain.on('note', (event, text) =>
  say(`noted ${text} by ${event.senderFrame.url} in ${event.senderFrame.parent?.url}`),
);

app.on('before-quit', () => say('before-quit'));
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
  window.on('closed', () => say('closed'));
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
