// Functions that a driver runs in the app's main process, on Electron and on the Chromium host. They are sent as source
// text, so they may use only their arguments and the global `kept`, which `record` creates.
import type * as Electron from 'electron';

export type Main = typeof Electron;

/** What the app has opened, shown or asked outside its window. */
export interface OutsideAct {
  readonly kind: 'open-external' | 'open-path' | 'print' | 'notification' | 'dialog';
  readonly what: string;
}

/** The answers of the next dialogs; an answer stays until it is replaced. */
export interface DialogAnswers {
  readonly open?: readonly string[];
  readonly save?: string;
  /** The index of the button. */
  readonly message?: number;
}

/** The visible state of a tray icon. A separator is "-", a disabled item is in brackets. */
export interface TrayView {
  readonly toolTip: string;
  readonly items: readonly string[];
}

declare const kept: {
  readonly acts: OutsideAct[];
  answers: DialogAnswers;
  tray: { readonly icon: Electron.Tray; toolTip: string; menu: Electron.Menu | null } | null;
};

/** Runs first: records what would leave the window instead of doing it, and answers dialogs as told or harmlessly. */
export function record({ app, BrowserWindow, dialog, Notification, shell, Tray }: Main): void {
  Object.assign(globalThis, { kept: { acts: [], answers: {}, tray: null } });
  const note = (kind: OutsideAct['kind'], what: string) => void kept.acts.push({ kind, what });
  shell.openExternal = async (url) => note('open-external', url);
  shell.openPath = async (path) => {
    note('open-path', path);
    return '';
  };
  const keepPrints = (contents: Electron.WebContents) => {
    contents.print = (_options, done) => {
      note('print', contents.getURL());
      done?.(true, '');
    };
  };
  for (const { webContents } of BrowserWindow.getAllWindows()) keepPrints(webContents);
  app.on('web-contents-created', (_event, contents) => keepPrints(contents));
  // Electron does not expose the tray, so its calls are recorded.
  const { setToolTip, setContextMenu, destroy } = Tray.prototype;
  const trayOf = (icon: Electron.Tray) => {
    if (kept.tray?.icon !== icon) kept.tray = { icon, toolTip: '', menu: null };
    return kept.tray;
  };
  Tray.prototype.setToolTip = function (text) {
    trayOf(this).toolTip = text;
    setToolTip.call(this, text);
  };
  Tray.prototype.setContextMenu = function (menu) {
    trayOf(this).menu = menu;
    setContextMenu.call(this, menu);
  };
  Tray.prototype.destroy = function () {
    kept.tray = null;
    destroy.call(this);
  };
  const { show } = Notification.prototype;
  Notification.prototype.show = function () {
    note('notification', `${this.title}: ${this.body}`);
    show.call(this);
  };
  dialog.showOpenDialog = async () => {
    const filePaths = [...(kept.answers.open ?? [])];
    note('dialog', `Open -> ${filePaths.join(', ') || 'cancelled'}`);
    return { canceled: filePaths.length === 0, filePaths };
  };
  dialog.showSaveDialog = async () => {
    const filePath = kept.answers.save ?? '';
    note('dialog', `Save -> ${filePath || 'cancelled'}`);
    return { canceled: filePath === '', filePath };
  };
  dialog.showMessageBox = async (...given: unknown[]) => {
    const { message, detail = '', buttons = [], cancelId = 0 } = given.at(-1) as Electron.MessageBoxOptions;
    const response = kept.answers.message ?? cancelId;
    note('dialog', `${message} ${detail} -> ${buttons[response] ?? response}`);
    return { response, checkboxChecked: false };
  };
}

export const recorded = (): readonly OutsideAct[] => kept.acts;

export function setAnswers(_main: Main, answers: DialogAnswers): void {
  kept.answers = { ...kept.answers, ...answers };
}

/** Chooses an item of the application menu as a person would; false when no such item can be chosen. */
export function chooseMenuItem({ app, BrowserWindow, Menu }: Main, id: string): boolean {
  const item = Menu.getApplicationMenu()?.getMenuItemById(id);
  if (!item?.enabled) return false;
  // Without a window manager no window has the focus.
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null;
  // On macOS the system handles these roles, and code that clicks the item does nothing.
  const bySystem = process.platform === 'darwin' ? item.role?.toLowerCase() : undefined;
  if (bySystem === 'close') window?.close();
  else if (bySystem === 'quit') app.quit();
  else item.click({}, window ?? undefined, window?.webContents);
  return true;
}

/** The tray icon; null while there is none. */
export function viewTray(): TrayView | null {
  if (!kept.tray) return null;
  const items = (kept.tray.menu?.items ?? []).map(({ type, label, enabled }) => {
    if (type === 'separator') return '-';
    return enabled ? label : `(${label})`;
  });
  return { toolTip: kept.tray.toolTip, items };
}

/** Chooses an item of the tray menu; false when that is impossible. */
export function clickTray(_main: Main, label: string): boolean {
  const item = kept.tray?.menu?.items.find((each) => each.label === label && each.enabled);
  item?.click({});
  return item !== undefined;
}

/** Hands the app a link as macOS does. */
export const openUrl = ({ app }: Main, url: string): void =>
  void app.emit('open-url', { preventDefault: () => undefined }, url);

export const isVisible = ({ BrowserWindow }: Main): boolean =>
  BrowserWindow.getAllWindows().some((window) => window.isVisible());

export function throwUncaught(_main: Main, message: string): void {
  setImmediate(() => {
    throw new Error(message);
  });
}

export const crash = ({ BrowserWindow }: Main): void =>
  BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();

export const copiedText = ({ clipboard }: Main) => clipboard.readText();

/** The picture on the clipboard as a PNG file in base64; empty without one. */
export async function copiedPicture({ clipboard }: Main): Promise<string> {
  const item = (await clipboard.read()).find(({ types }) => types.includes('image/png'));
  const blob = await item?.getType('image/png');
  return blob instanceof Blob ? Buffer.from(await blob.arrayBuffer()).toString('base64') : '';
}
