// What the desktop shows beside the window: the optional icon in the tray (macOS: the menu bar), with the number of changes of
// all stores that wait or need the seller, and notifications while the window is not in front.
import { app, BrowserWindow, Menu, type NativeImage, Notification, nativeImage, Tray } from 'electron';
import type { Frame } from '../../shared/contract/app.ts';
import type { EventPayload } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';
import { showScreen, showWindow } from './window.ts';

const t = texts.shell.tray;

/** Such as "3 waiting, 1 needs attention"; null if there is nothing. */
function describeChanges(stores: Frame['stores']): string | null {
  const waiting = stores.reduce((sum, store) => sum + store.waiting, 0);
  const attention = stores.reduce((sum, store) => sum + store.attention, 0);
  const { both, waiting: waits, needAttention } = texts.shell.count;
  if (waiting > 0) return attention > 0 ? both({ waiting, attention }) : waits({ changes: waiting });
  return attention > 0 ? needAttention({ changes: attention }) : null;
}

/** The build puts the pictures into the bundle. */
const FILES = import.meta.glob<string>('./pictures/*.png', { eager: true, query: '?inline', import: 'default' });

/** Includes the picture for high-density screens. On macOS it is a template, which the system colours. */
function picture(): NativeImage {
  const platform = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux';
  const image = nativeImage.createFromDataURL(FILES[`./pictures/tray-${platform}.png`] ?? '');
  image.addRepresentation({ scaleFactor: 2, dataURL: FILES[`./pictures/tray-${platform}@2x.png`] ?? '' });
  if (platform === 'darwin') image.setTemplateImage(true);
  return image;
}

/** Null if the system allows no icon. */
function makeTray(): Tray | null {
  try {
    const tray = new Tray(picture());
    // On macOS a click opens the menu.
    if (process.platform !== 'darwin') tray.on('click', showWindow);
    return tray;
  } catch (error) {
    console.error('There is no icon in the tray', error);
    return null;
  }
}

/** Referenced, because a collected icon disappears. */
let tray: Tray | null = null;
let lastTip = '';

function updateTray({ settings, stores }: Frame): void {
  if (!settings.tray) {
    tray?.destroy();
    tray = null;
    lastTip = '';
    return;
  }
  tray ??= makeTray();
  const changes = describeChanges(stores);
  const tip = changes === null ? t.tipNothing : t.tip({ count: changes });
  // Only on changes, because a new menu closes an open one.
  if (tip === lastTip) return;
  lastTip = tip;
  tray?.setToolTip(tip);
  const openSync = () => showScreen('#/sync');
  tray?.setContextMenu(
    Menu.buildFromTemplate([
      { label: t.open, click: showWindow },
      { type: 'separator' },
      { label: changes ?? texts.shell.count.nothing, enabled: changes !== null, click: openSync },
      { type: 'separator' },
      { label: t.quit, click: () => app.quit() },
    ]),
  );
}

/** The newest ones. Electron keeps no reference, and a collected notification would not receive its click. */
const recent: Notification[] = [];
const MAX_RECENT = 20;
let notifiesOfSales = false;

function notify(title: string, body: string, onClick: () => void): void {
  if (!Notification.isSupported() || BrowserWindow.getFocusedWindow() !== null) return;
  const notification = new Notification({ title, body });
  notification.on('click', onClick);
  notification.on('failed', (_event, error) => console.error('A desktop notification was not shown', error));
  recent.push(notification);
  if (recent.length > MAX_RECENT) recent.shift()?.close();
  notification.show();
}

/** Updates the icon, and notifies of what needs the seller and of new sales. */
export const showOnDesktop: Emit = (event, payload) => {
  if (event === 'frame.changed') {
    const frame = payload as Frame;
    notifiesOfSales = frame.settings.saleNotifications;
    updateTray(frame);
  } else if (event === 'toast') {
    const { kind, message, to, storeId } = payload as EventPayload<'toast'>;
    if (kind === 'attention') notify(texts.shell.needsAttention, message, () => showScreen(to ?? '#/sync', storeId));
  } else if (event === 'sold' && notifiesOfSales) {
    const { storeId, title, message, to } = payload as EventPayload<'sold'>;
    notify(title, message, () => showScreen(to, storeId));
  }
};
