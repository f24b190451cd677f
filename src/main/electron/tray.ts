// What the app shows while its window is closed: a mark on its icon, and the optional icon in the tray (macOS: the menu bar) with
// a menu. Both show the changes of all stores that wait or need the seller.
import {
  app,
  BrowserWindow,
  Menu,
  type MenuItemConstructorOptions,
  type NativeImage,
  nativeImage,
  Tray,
} from 'electron';
import type { Frame } from '../../shared/contract/app.ts';
import type { EventPayload } from '../../shared/contract.ts';
import { languageInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';

const t = texts.shell.tray;

interface Count {
  readonly waiting: number;
  readonly attention: number;
}

const countOf = (stores: Frame['stores']): Count => ({
  waiting: stores.reduce((sum, { waiting }) => sum + waiting, 0),
  attention: stores.reduce((sum, { attention }) => sum + attention, 0),
});

/** Such as "3 waiting, 1 needs attention". */
function describeCount({ waiting, attention }: Count): string {
  const { both, waiting: waits, needAttention, nothing } = texts.shell.count;
  if (waiting > 0) return attention > 0 ? both({ waiting, attention }) : waits({ changes: waiting });
  return attention > 0 ? needAttention({ changes: attention }) : nothing;
}

/** The build puts the pictures into the bundle. */
const FILES = import.meta.glob<string>('./pictures/*.png', { eager: true, query: '?inline', import: 'default' });

/** Includes the picture for high-density screens. */
function picture(name: string): NativeImage {
  const [once, twice] = [FILES[`./pictures/${name}.png`], FILES[`./pictures/${name}@2x.png`]];
  if (once === undefined || twice === undefined) throw new Error(`There is no picture ${name}`);
  const image = nativeImage.createFromDataURL(once);
  image.addRepresentation({ scaleFactor: 2, dataURL: twice });
  return image;
}

/** On macOS a template image, which the system colours. */
function trayPicture(platform: NodeJS.Platform): NativeImage {
  const known = platform === 'darwin' || platform === 'win32' ? platform : 'linux';
  const image = picture(`tray-${known}`);
  if (known === 'darwin') image.setTemplateImage(true);
  return image;
}

/** On the app's icon: the number where the system shows one (macOS, some Linux desktops), a dot on Windows. */
export function iconBadge(platform: NodeJS.Platform = process.platform): Emit {
  let words = '';
  const mark = (window: BrowserWindow) => window.setOverlayIcon(words === '' ? null : picture('overlay'), words);
  if (platform === 'win32') {
    // The dot is lost when the window is hidden.
    app.on('browser-window-created', (_event, window) => window.on('show', () => mark(window)));
  }
  return (event, payload) => {
    if (event !== 'frame.changed') return;
    const count = countOf((payload as EventPayload<'frame.changed'>).stores);
    const sum = count.waiting + count.attention;
    const next = sum === 0 ? '' : describeCount(count);
    if (next === words) return;
    words = next;
    if (platform === 'win32') BrowserWindow.getAllWindows().forEach(mark);
    else app.setBadgeCount(sum);
  };
}

export interface TrayActs {
  open(): void;
  openSync(): void;
  /** Resolves when it is done or its failure was reported. */
  workOffline(storeId: string, on: boolean): Promise<void>;
  quit(): void;
}

/** The content of the menu; compared, so that it is rebuilt only on changes. */
interface Shown {
  readonly language: string;
  readonly count: string;
  readonly waits: boolean;
  readonly store: { readonly id: string; readonly label: string; readonly workOffline: boolean } | null;
}

export function shownIn({ stores, currentStoreId }: Pick<Frame, 'stores' | 'currentStoreId'>): Shown {
  const count = countOf(stores);
  const store = stores.find(({ id }) => id === currentStoreId);
  return {
    language: languageInUse(),
    count: describeCount(count),
    waits: count.waiting + count.attention > 0,
    store: store
      ? {
          id: store.id,
          label: stores.length > 1 ? t.workOfflineIn({ store: store.name }) : texts.names.workOffline,
          workOffline: store.workOffline,
        }
      : null,
  };
}

/** @param again shows the menu as it was, because the system has set the check mark */
function menuOf({ count, waits, store }: Shown, acts: TrayActs, again: () => void): MenuItemConstructorOptions[] {
  const workOffline: MenuItemConstructorOptions[] = store
    ? [
        {
          // An ampersand would underline what follows it.
          label: store.label.replaceAll('&', '&&'),
          type: 'checkbox',
          checked: store.workOffline,
          click: () => void acts.workOffline(store.id, !store.workOffline).then(again),
        },
      ]
    : [];
  return [
    { label: t.open, click: acts.open },
    { type: 'separator' },
    { label: count, enabled: waits, click: acts.openSync },
    ...workOffline,
    { type: 'separator' },
    { label: t.quit, click: acts.quit },
  ];
}

/** Null if the system allows no icon. */
function makeTray(acts: TrayActs, platform: NodeJS.Platform): Tray | null {
  try {
    const tray = new Tray(trayPicture(platform));
    // On macOS a click opens the menu.
    if (platform !== 'darwin') tray.on('click', acts.open);
    return tray;
  } catch (error) {
    console.error('There is no icon in the tray', error);
    return null;
  }
}

/** Shows or removes the icon with the setting, and updates it. */
export function trayIcon(acts: TrayActs, platform: NodeJS.Platform = process.platform): Emit {
  // Referenced, because a collected icon disappears.
  let tray: Tray | null = null;
  let tooltip = '';
  let shown: Shown | null = null;
  const build = () => {
    if (shown) tray?.setContextMenu(Menu.buildFromTemplate(menuOf(shown, acts, build)));
  };
  return (event, payload) => {
    if (event !== 'frame.changed') return;
    const frame = payload as EventPayload<'frame.changed'>;
    if (!frame.settings.tray) {
      tray?.destroy();
      tray = null;
      tooltip = '';
      return;
    }
    tray ??= makeTray(acts, platform);
    if (!tray) return;
    shown = shownIn(frame);
    const says = JSON.stringify(shown);
    if (says === tooltip) return;
    tooltip = says;
    tray.setToolTip(shown.waits ? t.tip({ count: shown.count }) : t.tipNothing);
    build();
  };
}
