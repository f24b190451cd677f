// What the command palette can do besides finding products and payment links: screens, "New …", sending, stores, look.
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
import type { Frame } from '../../../shared/contract.ts';
import type { StoreView } from '../../../shared/session.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Tour } from '../../../shared/tour.ts';
import { call, type Result } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import { openExportBackup, openRestoreBackup } from '../../screens/backup/dialogs.tsx';
import { openAddExistingLink, openNewLink } from '../../screens/links/editors.tsx';
import { exportCsv } from '../../screens/links/many-links.ts';
import { openAddExistingProduct, openNewProduct } from '../../screens/products/editors.tsx';
import { saveSettings } from '../../screens/settings/saveSettings.ts';
import { askToSignIn } from '../../screens/sign-in/put-off.ts';
import { askToSignOut } from '../../screens/sign-in/SignOut.tsx';
import { go } from '../../state/route.ts';
import { switchStore } from '../switch-store.ts';
import { setTour } from '../tour/set-tour.ts';

export interface Command {
  readonly group: 'Go to' | 'New' | 'Do' | 'Stores' | 'Look';
  readonly label: string;
  readonly Icon: typeof IconPlus;
  readonly description?: string;
  /** Further words by which it is found. */
  readonly words?: string;
  run(): void;
}

const ALL_LINKS = { search: '', productId: null, sync: 'all', useOnce: null, sold: false } as const;

/** Tells how a call went; without `words` only a refusal. */
async function told(answer: Promise<Result<unknown>>, words?: string): Promise<boolean> {
  const result = await answer;
  if (!result.ok) toast('error', result.problem.message);
  else if (words) toast('success', words);
  return result.ok;
}

/** The commands that make sense now. `inboxRuns` is null while that is not known. */
export function commandsFor(frame: Frame, inboxRuns: boolean | null): readonly Command[] {
  const store = frame.stores.find(({ id }) => id === frame.currentStoreId) ?? null;
  return [
    ...(store ? [...SCREENS, ...NEW, ...doing(store, inboxRuns)] : []),
    ...(frame.tour ? [touring(frame.tour)] : []),
    { group: 'Do', label: 'Restore backup', Icon: IconRestore, run: () => void openRestoreBackup(null) },
    ...stores(frame, store),
    ...look(frame.settings.appearance),
  ];
}

const touring = ({ state }: Tour): Command =>
  state === 'on'
    ? { group: 'Do', label: 'Leave the tour', Icon: IconRoute, run: () => void setTour('left') }
    : {
        group: 'Do',
        label: 'Start the tour',
        Icon: IconRoute,
        words: 'help learn practice',
        run: () => void setTour('on'),
      };

const screen = (label: string, to: string, words = ''): Command => ({
  group: 'Go to',
  label,
  Icon: IconArrowRight,
  words: `go to open screen ${words}`,
  run: () => go(to),
});

const SCREENS: readonly Command[] = [
  screen('Products', '#/products'),
  screen('Payment links', '#/links'),
  screen('Webhook', '#/webhook', 'after-sell inbox deliveries key test'),
  screen('Sync', '#/sync', 'waiting changes outbox'),
  screen('Sync history', '#/sync/history', 'sent changes'),
  screen('Settings', '#/settings', 'preferences currencies'),
];

const NEW: readonly Command[] = [
  { group: 'New', label: 'New product', Icon: IconPlus, words: 'create', run: openNewProduct },
  { group: 'New', label: 'New payment link', Icon: IconPlus, words: 'create checkout', run: () => openNewLink(null) },
  { group: 'New', label: 'Add existing product', Icon: IconPackageImport, run: openAddExistingProduct },
  { group: 'New', label: 'Add existing link', Icon: IconLinkPlus, words: 'payment', run: openAddExistingLink },
  {
    group: 'New',
    label: 'Import links from CSV',
    Icon: IconFileImport,
    words: 'many file paste',
    run: () => go('#/links/import'),
  },
];

function doing(store: StoreView, inboxRuns: boolean | null): readonly Command[] {
  const { workOffline, signedIn } = store;
  const sending: readonly Command[] =
    signedIn && !workOffline
      ? [
          {
            group: 'Do',
            label: 'Sync now',
            Icon: IconRefresh,
            words: 'send changes',
            run: () => void told(call('sync.now', undefined), 'Sending what waits'),
          },
        ]
      : [];
  const testing: readonly Command[] = signedIn
    ? [{ group: 'Do', label: 'Send test event', Icon: IconSend, words: 'webhook', run: () => void sendTest() }]
    : [];
  return [
    ...sending,
    {
      group: 'Do',
      label: workOffline ? 'Work online' : 'Work offline',
      Icon: workOffline ? IconRefresh : IconCloudOff,
      words: 'network connection on off',
      run: () =>
        void told(
          call('stores.workOffline', { storeId: store.id, on: !workOffline }),
          workOffline ? 'Working online: what waits is sent now' : 'Working offline: changes wait on this computer',
        ),
    },
    {
      group: 'Do',
      label: 'Export CSV',
      description: 'All payment links of this store',
      Icon: IconFileExport,
      words: 'save file',
      run: () => void exportCsv(ALL_LINKS, null),
    },
    ...testing,
    ...(inboxRuns === null ? [] : [inbox(inboxRuns)]),
    { group: 'Do', label: 'Export backup', Icon: IconDatabaseExport, words: 'save file', run: openExportBackup },
  ];
}

const inbox = (runs: boolean): Command =>
  runs
    ? {
        group: 'Do',
        label: 'Stop inbox',
        Icon: IconPlayerStop,
        words: 'webhook receiver',
        run: () => void told(call('inbox.stop', undefined), 'The webhook inbox has stopped'),
      }
    : {
        group: 'Do',
        label: 'Start inbox',
        Icon: IconPlayerPlay,
        words: 'webhook receiver',
        run: () => void startInbox(),
      };

async function startInbox(): Promise<void> {
  const view = await call('inbox.get', undefined);
  if (!view.ok) return toast('error', view.problem.message);
  const started = await told(call('inbox.start', { port: view.value.port }), 'The webhook inbox listens');
  if (started) go('#/webhook');
}

async function sendTest(): Promise<void> {
  go('#/webhook');
  const answer = await call('webhook.test', undefined);
  if (!answer.ok) toast('error', answer.problem.message);
  else if (answer.value.delivered) toast('success', 'Test delivered');
  else toast('attention', 'Test failed. Its answer stands under "Test".');
}

function stores(frame: Frame, current: StoreView | null): readonly Command[] {
  const practice: Command = {
    group: 'Stores',
    label: 'Open the practice store',
    Icon: IconFlask,
    words: 'demo learn try',
    run: () => void openPractice(),
  };
  return [
    ...(current && !current.signedIn ? [signingIn(current)] : []),
    ...frame.stores
      .filter(({ id }) => id !== current?.id)
      .map(
        ({ id, name, email, waiting, attention }): Command => ({
          group: 'Stores',
          label: `Switch to ${name}`,
          description: [
            email,
            ...(waiting > 0 ? [`${waiting} waiting`] : []),
            ...(attention > 0 ? [`${attention} need you`] : []),
          ].join(' · '),
          Icon: IconBuildingStore,
          words: 'store',
          run: () => switchStore(id),
        }),
      ),
    ...(current
      ? [
          {
            group: 'Stores',
            label: 'Add another store',
            Icon: IconPlus,
            words: 'sign in',
            run: () => go('#/add-store'),
          } as const,
        ]
      : []),
    ...(frame.stores.some((store) => store.practice) ? [] : [practice]),
    ...(current?.signedIn
      ? [{ group: 'Stores', label: 'Sign out', Icon: IconLogout, run: () => askToSignOut(current) } as const]
      : []),
  ];
}

/** The practice store has no password to ask for: it is started again. */
const signingIn = ({ practice }: StoreView): Command => ({
  group: 'Stores',
  label: practice ? 'Open the practice store' : 'Sign in',
  Icon: practice ? IconFlask : IconLogin2,
  words: 'sign in password login',
  run: practice ? () => void openPractice() : askToSignIn,
});

async function openPractice(): Promise<void> {
  if (await told(call('session.openPracticeStore', undefined))) go('#/products');
}

const LOOKS: readonly { readonly value: Settings['appearance']; readonly label: string }[] = [
  { value: 'light', label: 'Light appearance' },
  { value: 'dark', label: 'Dark appearance' },
  { value: 'system', label: 'Appearance of the system' },
];

const look = (current: Settings['appearance']): readonly Command[] =>
  LOOKS.filter(({ value }) => value !== current).map(({ value, label }) => ({
    group: 'Look',
    label,
    Icon: IconMoon,
    words: 'theme colour mode look',
    run: () => void choose(value),
  }));

async function choose(appearance: Settings['appearance']): Promise<void> {
  const problem = await saveSettings({ appearance });
  if (problem) toast('error', problem.message);
}

/** Those in whose label and words every word of the search begins a word, or stands in the label. */
export function matching(commands: readonly Command[], search: string): readonly Command[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, words = '' }) => {
    const name = label.toLowerCase();
    const all = ` ${name} ${words}`;
    return terms.every((term) => name.includes(term) || all.includes(` ${term}`));
  });
}
