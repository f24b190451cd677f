// The optional icon in the tray (macOS: the menu bar), with the number of waiting changes and a menu.
import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';
import type { Frame } from '../../shared/contract/app.ts';
import type { EventPayload } from '../../shared/contract.ts';
import { languageInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';
import { countOf, describeCount } from './count.ts';
import { trayPicture } from './pictures.ts';

const t = texts.shell.tray;

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

/** Null where the system allows no icon. */
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
