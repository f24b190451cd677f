// The commands of the palette: screens, "New …", sending, stores, appearance.

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
  IconMoon,
  IconPackageImport,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconRefresh,
  IconRestore,
  IconRoute,
  IconSend,
} from '@tabler/icons-react';
import type { Frame } from '../../../shared/contract/app.ts';
import { foldText, wordsOfSearch } from '../../../shared/fold.ts';
import type { StoreView } from '../../../shared/session.ts';
import type { Settings } from '../../../shared/settings.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { Tour } from '../../../shared/tour.ts';
import { call, type Result } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { openExportBackup } from '../../screens/backup/ExportBackup.tsx';
import { openRestoreBackup } from '../../screens/backup/restore.tsx';
import { openAddExistingLink } from '../../screens/links/AddExistingLink.tsx';
import { openNewLink } from '../../screens/links/LinkForm.tsx';
import { exportCsv } from '../../screens/links/link-selection.ts';
import { openAddExistingProduct } from '../../screens/products/AddExistingForm.tsx';
import { openNewProduct } from '../../screens/products/ProductForm.tsx';
import { saveSettings } from '../../screens/settings/saveSettings.ts';
import { askToSignIn } from '../../screens/sign-in/put-off.ts';
import { askToSignOut } from '../../screens/sign-in/SignOut.tsx';
import { syncNow } from '../../screens/sync/sync-now.ts';
import { warnOfMissedSales } from '../../screens/webhook/inbox/InboxNotices.tsx';
import { go } from '../../state/route.ts';
import { switchStore } from '../switch-store.ts';
import { setTour } from '../tour/TourPanel.tsx';

const { commands, looks, screens } = texts.palette;

export interface Command {
  readonly group: 'goTo' | 'new' | 'do' | 'stores' | 'look';
  readonly label: string;
  readonly Icon: typeof IconPlus;
  readonly description?: string;
  /** Search keywords. */
  readonly words?: string;
  run(): void;
}

const ALL_LINKS = { search: '', productId: null, sync: 'all', useOnce: null, sold: false } as const;

/** Shows a failure as a toast. What worked is seen in the window. */
async function report(answer: Promise<Result<unknown>>): Promise<boolean> {
  const result = await answer;
  if (!result.ok) notify('error', result.problem.message);
  return result.ok;
}

/** The commands available now. `inboxRuns` is null while loading. */
export function commandsFor(frame: Frame, inboxRuns: boolean | null): readonly Command[] {
  const store = frame.stores.find(({ id }) => id === frame.currentStoreId) ?? null;
  return [
    ...(store ? [...SCREENS, ...NEW, ...doing(store, inboxRuns)] : []),
    ...(frame.tour ? [touring(frame.tour)] : []),
    { group: 'do', ...commands.restoreBackup, Icon: IconRestore, run: () => void openRestoreBackup(null) },
    ...stores(frame, store),
    ...look(frame.settings.appearance),
  ];
}

const touring = ({ state }: Tour): Command =>
  state === 'on'
    ? { group: 'do', label: texts.tour.leave, Icon: IconRoute, run: () => void setTour('left') }
    : {
        group: 'do',
        label: texts.tour.start,
        ...commands.startTour,
        Icon: IconRoute,
        run: () => void setTour('on'),
      };

const screen = (label: string, to: string, words = ''): Command => ({
  group: 'goTo',
  label,
  Icon: IconArrowRight,
  words: `${screens.words.all} ${words}`,
  run: () => go(to),
});

const SCREENS: readonly Command[] = [
  screen(shared.names.products, '#/products'),
  screen(shared.names.paymentLinks, '#/links'),
  screen(shared.names.sales, '#/sales', screens.words.sales),
  screen(shared.names.webhook, '#/webhook', screens.words.webhook),
  screen(shared.names.sync, '#/sync', screens.words.sync),
  screen(screens.history, '#/sync/history', screens.words.history),
  screen(shared.names.settings, '#/settings', screens.words.settings),
];

const NEW: readonly Command[] = [
  { group: 'new', ...commands.newProduct, Icon: IconPlus, run: openNewProduct },
  { group: 'new', ...commands.newLink, Icon: IconPlus, run: () => openNewLink(null) },
  { group: 'new', ...commands.addProduct, Icon: IconPackageImport, run: openAddExistingProduct },
  { group: 'new', ...commands.addLink, Icon: IconLinkPlus, run: openAddExistingLink },
  {
    group: 'new',
    ...commands.importLinks,
    Icon: IconFileImport,
    run: () => go('#/links/import'),
  },
];

function doing(store: StoreView, inboxRuns: boolean | null): readonly Command[] {
  const { workOffline, signedIn } = store;
  const sending: readonly Command[] =
    signedIn && !workOffline
      ? [
          {
            group: 'do',
            ...commands.syncNow,
            Icon: IconRefresh,
            run: () => void syncNow(),
          },
        ]
      : [];
  const testing: readonly Command[] = signedIn
    ? [{ group: 'do', ...commands.sendTest, Icon: IconSend, run: () => void sendTest() }]
    : [];
  return [
    ...sending,
    {
      group: 'do',
      ...(workOffline ? commands.workOnline : { label: shared.names.workOffline, ...commands.workOffline }),
      Icon: workOffline ? IconRefresh : IconCloudOff,
      run: () => void report(call('stores.workOffline', { storeId: store.id, on: !workOffline })),
    },
    {
      group: 'do',
      ...commands.exportCsv,
      Icon: IconFileExport,
      run: () => void exportCsv(ALL_LINKS, null),
    },
    ...testing,
    ...(inboxRuns === null ? [] : [inbox(inboxRuns)]),
    { group: 'do', ...commands.exportBackup, Icon: IconDatabaseExport, run: openExportBackup },
  ];
}

const inbox = (runs: boolean): Command =>
  runs
    ? {
        group: 'do',
        ...commands.stopInbox,
        Icon: IconPlayerStop,
        run: () => void stopInbox(),
      }
    : {
        group: 'do',
        ...commands.startInbox,
        Icon: IconPlayerPlay,
        run: () => void startInbox(),
      };

async function stopInbox(): Promise<void> {
  const stopped = await report(call('inbox.stop', undefined));
  if (stopped) await warnOfMissedSales(() => void startInbox());
}

async function startInbox(): Promise<void> {
  const view = await call('inbox.get', undefined);
  if (!view.ok) return notify('error', view.problem.message);
  const started = await report(call('inbox.start', { port: view.value.port }));
  if (started) go('#/webhook');
}

async function sendTest(): Promise<void> {
  go('#/webhook');
  await report(call('webhook.test', undefined));
}

function stores(frame: Frame, current: StoreView | null): readonly Command[] {
  const practice: Command = {
    group: 'stores',
    ...commands.openPractice,
    Icon: IconFlask,
    run: () => void openPractice(),
  };
  return [
    ...(current && !current.signedIn ? [signingIn(current)] : []),
    ...frame.stores
      .filter(({ id }) => id !== current?.id)
      .map(
        ({ id, name, email, waiting, attention }): Command => ({
          group: 'stores',
          label: texts.palette.switchTo({ store: name }),
          ...commands.switchStore,
          description: [
            email,
            ...(waiting > 0 ? [texts.app.store.waiting({ count: waiting })] : []),
            ...(attention > 0 ? [texts.app.store.attention({ count: attention })] : []),
          ].join(' · '),
          Icon: IconBuildingStore,
          run: () => switchStore(id),
        }),
      ),
    ...(current
      ? [
          {
            group: 'stores',
            label: texts.app.store.addAnother,
            ...commands.addStore,
            Icon: IconPlus,
            run: () => go('#/add-store'),
          } as const,
        ]
      : []),
    ...(frame.stores.some((store) => store.practice) ? [] : [practice]),
    ...(current?.signedIn
      ? [
          {
            group: 'stores',
            label: texts.app.store.signOut,
            Icon: IconLogout,
            run: () => askToSignOut(current),
          } as const,
        ]
      : []),
  ];
}

/** The practice store has no password, so it is restarted instead. */
const signingIn = ({ practice }: StoreView): Command => ({
  group: 'stores',
  label: practice ? commands.openPractice.label : texts.app.store.signIn,
  ...commands.signIn,
  Icon: practice ? IconFlask : IconLogin2,
  run: practice ? () => void openPractice() : askToSignIn,
});

async function openPractice(): Promise<void> {
  if (await report(call('session.openPracticeStore', undefined))) go('#/products');
}

const LOOKS: readonly Settings['appearance'][] = ['light', 'dark', 'system'];

const look = (current: Settings['appearance']): readonly Command[] =>
  LOOKS.filter((value) => value !== current).map((value) => ({
    group: 'look',
    label: looks[value],
    Icon: IconMoon,
    words: looks.words,
    run: () => void choose(value),
  }));

async function choose(appearance: Settings['appearance']): Promise<void> {
  const problem = await saveSettings({ appearance });
  if (problem) notify('error', problem.message);
}

/** The commands in which every word of the search starts a word of label or keywords, or is part of the label. */
export function matching(commands: readonly Command[], search: string): readonly Command[] {
  const terms = wordsOfSearch(search);
  return commands.filter(({ label, words = '' }) => {
    const name = foldText(label);
    const all = ` ${name} ${foldText(words)}`;
    return terms.every((term) => name.includes(term) || all.includes(` ${term}`));
  });
}
