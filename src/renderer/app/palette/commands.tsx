// The palette's commands: "New …", screens, sending and backups, stores; once something is typed, also settings by name.
import {
  IconArrowRight,
  IconBuildingStore,
  IconCloudOff,
  IconDatabaseExport,
  IconFileExport,
  IconFileImport,
  IconFlask,
  IconLinkPlus,
  IconLogin2,
  IconLogout,
  IconPackageImport,
  IconPlus,
  IconRefresh,
  IconRestore,
  IconRoute,
  IconSettings,
} from '@tabler/icons-react';
import type { Frame } from '../../../shared/contract/app.ts';
import type { StoreView } from '../../../shared/session.ts';
import type { Shortcut } from '../../../shared/shortcuts.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { report } from '../../kit/notify.tsx';
import { openExportBackup } from '../../screens/backup/ExportBackup.tsx';
import { openRestoreBackup } from '../../screens/backup/RestoreBackup.tsx';
import { openAddExistingLink } from '../../screens/links/AddExistingLink.tsx';
import { openNewLink } from '../../screens/links/LinkForm.tsx';
import { exportCsv } from '../../screens/links/link-selection.tsx';
import { openAddExistingProduct } from '../../screens/products/AddExistingForm.tsx';
import { openNewProduct } from '../../screens/products/ProductForm.tsx';
import type { SectionId } from '../../screens/settings/Section.tsx';
import { askToSignIn } from '../../screens/sign-in/put-off.ts';
import { askToSignOut } from '../../screens/sign-in/SignOut.tsx';
import { syncNow } from '../../screens/sync/commands.ts';
import { go } from '../../state/route.ts';
import { firstKeys } from '../../state/shortcuts.ts';
import { switchStore } from '../switch-store.ts';
import { setTour } from '../tour/TourPanel.tsx';
import type { Group, Row } from './palette.ts';

const t = texts.palette;

const ALL_LINKS = { search: '', productId: null, sync: 'all', useOnce: null, sold: false } as const;

interface More {
  readonly shortcut?: Shortcut;
  readonly description?: string;
}

const command = (label: string, Icon: Row['Icon'], run: () => unknown, { shortcut, description }: More = {}): Row => ({
  key: `command ${label} ${description ?? ''}`,
  label,
  Icon,
  isCommand: true,
  ...(description !== undefined && { description }),
  ...(shortcut && { keys: firstKeys(shortcut) }),
  run,
});

const screen = (label: string, to: string, shortcut?: Shortcut): Row =>
  command(label, IconArrowRight, () => go(to), shortcut ? { shortcut } : {});

/** The commands available now. */
export function appCommands(frame: Frame): readonly Group[] {
  const store = frame.stores.find(({ id }) => id === frame.currentStoreId) ?? null;
  const restore = command(shared.backup.restore.title, IconRestore, () => openRestoreBackup(null));
  if (!store) return [{ label: t.groups.do, rows: [restore, ...practice(frame)] }];
  return [
    {
      label: t.groups.new,
      rows: [
        command(texts.links.newLink, IconPlus, () => openNewLink(null), { shortcut: 'create' }),
        command(texts.products.newProduct, IconPlus, openNewProduct),
        command(shared.names.importLinks, IconFileImport, () => go('#/links/import')),
        command(texts.links.addExisting, IconLinkPlus, openAddExistingLink),
        command(texts.products.addExisting, IconPackageImport, openAddExistingProduct),
      ],
    },
    {
      label: t.groups.goTo,
      rows: [
        screen(shared.names.products, '#/products', 'products'),
        screen(shared.names.paymentLinks, '#/links', 'links'),
        screen(shared.names.sales, '#/sales', 'sales'),
        screen(shared.names.webhook, '#/webhook', 'webhook'),
        screen(shared.names.sync, '#/sync', 'sync'),
        screen(t.history, '#/sync/history'),
        screen(shared.names.settings, '#/settings', 'settings'),
      ],
    },
    { label: t.groups.do, rows: [...sending(store), ...touring(frame), restore] },
    { label: t.groups.stores, rows: [...stores(frame, store), ...practice(frame)] },
  ];
}

function sending({ id: storeId, workOffline, signedIn }: StoreView): readonly Row[] {
  const setOffline = (on: boolean) => () => report(call('stores.workOffline', { storeId, on }));
  return [
    ...(signedIn && !workOffline ? [command(texts.sync.syncNow, IconRefresh, syncNow)] : []),
    workOffline
      ? command(t.workOnline, IconRefresh, setOffline(false))
      : command(shared.names.workOffline, IconCloudOff, setOffline(true)),
    command(texts.links.exportCsv, IconFileExport, () => exportCsv(ALL_LINKS, null)),
    command(shared.backup.export, IconDatabaseExport, openExportBackup),
  ];
}

function touring({ tour }: Frame): readonly Row[] {
  if (!tour) return [];
  const isOn = tour.state === 'on';
  return [command(isOn ? texts.tour.leave : texts.practice.startTour, IconRoute, () => setTour(isOn ? 'left' : 'on'))];
}

function stores(frame: Frame, current: StoreView): readonly Row[] {
  const s = texts.app.store;
  return [
    ...(current.signedIn || current.practice ? [] : [command(s.signIn, IconLogin2, askToSignIn)]),
    ...frame.stores
      .filter(({ id }) => id !== current.id)
      .map(({ id, name, email }) =>
        command(t.switchTo({ store: name }), IconBuildingStore, () => switchStore(id), { description: email }),
      ),
    command(s.addAnother, IconPlus, () => go('#/add-store')),
    ...(current.signedIn ? [command(s.signOut, IconLogout, () => askToSignOut(current))] : []),
  ];
}

/** Opens the practice store. Also offered if it is shown but signed out: nobody types its password, so this signs in again. */
function practice({ stores, currentStoreId }: Frame): readonly Row[] {
  const known = stores.find((store) => store.practice);
  if (known && (known.signedIn || known.id !== currentStoreId)) return [];
  const open = async () => {
    if (await report(call('session.openPracticeStore', undefined))) go('#/products');
  };
  return [command(texts.signIn.practice.open, IconFlask, open)];
}

/** Every setting, and the section that contains it. */
export function settingsCommands({ currentStoreId, stores, platform }: Frame): readonly Group[] {
  if (currentStoreId === null) return [];
  const s = texts.settings;
  const named: readonly (readonly [SectionId, ...string[]])[] = [
    ['general', s.language.label, s.look.appearance, s.notifications.sales],
    ['general', ...(platform === 'darwin' ? [s.background.menuBar.show] : [s.background.keep, s.background.tray.show])],
    ['store', s.store.name, texts.products.fields.checkoutAddress, s.store.nameInAddresses, s.store.page],
    ['currencies', s.currencies.title],
    ['messages', s.message.title],
    ['backup', s.rollingBackups.title],
    ['team', texts.team.title],
    ...(stores.some((store) => store.practice) ? [['practice', texts.app.practiceStore] as const] : []),
    ['advanced', s.sending.parallel, s.store.defaultPrices, s.data.openFolder, s.data.openLogs, s.data.copyDiagnostics],
    ['about', s.app.title],
  ];
  const rows = named.flatMap(([section, ...labels]) =>
    labels.map((label) => command(label, IconSettings, () => go(`#/settings/${section}`))),
  );
  return [{ label: shared.names.settings, rows }];
}
