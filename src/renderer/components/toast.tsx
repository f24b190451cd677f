// Toasts: they confirm what a click did, and offer the next step or the way back.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { texts } from '../../shared/texts/window.ts';
import { useFrameState } from '../state/frame.ts';
import { isOnScreen } from '../state/route.ts';
import { allSent, attentionCount, sendingNow, type WhenSent } from './sending.ts';
import styles from './toast.module.css';

export type ToastKind = 'success' | 'information' | 'attention' | 'error';

const LOOKS = {
  success: { color: 'teal', Icon: IconCheck, stays: 4_000 },
  information: { color: 'gray', Icon: IconInfoCircle, stays: 4_000 },
  attention: { color: 'orange', Icon: IconAlertTriangle, stays: 12_000 },
  error: { color: 'red', Icon: IconX, stays: 12_000 },
} as const;

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  /** A next step, no way back: the next toast that only confirms may take its place. */
  readonly isOffer?: true;
  /** A next step beside a way back, which stays when the way back is over. */
  readonly next?: Omit<ToastAction, 'isOffer' | 'next'>;
}

/** The last toast that only confirms; the next one takes its place, so that quick work does not pile them up. */
let lastQuiet: { readonly id: string; readonly at: number; readonly offer: AbortController | null } | null = null;

/** One with a button stays for so many ms at least. */
const WITH_ACTION_MS = 10_000;

/** What a click says that also leads elsewhere comes within this many ms of it. */
const SAME_CLICK_MS = 500;

/** For when another screen is shown: what was only confirmed on the one before is not in the way of it. */
export function leaveToastsBehind(): void {
  if (!lastQuiet || (!lastQuiet.offer && performance.now() - lastQuiet.at <= SAME_CLICK_MS)) return;
  // At once: the next screen may have a button of the same name.
  lastQuiet.offer?.abort();
  notifications.hide(lastQuiet.id);
}

/** A message with the sentence in it that says when the change is sent, "It is being sent now." or what it waits for. */
type MessageOfChange = (whenSent: string) => string;

interface SentToast {
  readonly when: WhenSent;
  readonly attention: number;
  /** What it shows for that sentence. */
  readonly show: (whenSent: string) => ReactNode;
  /** Takes its button away; null where that leads on once the change is sent. */
  readonly wayBack: AbortController | null;
}

/** Toasts that say when a change is sent, with what they said, and how many changes needed the seller then. */
const sent = new Map<string, SentToast>();

/**
 * Follows what toasts say of sending. One that tells of waiting is closed when that is over, for what it offers holds no
 * more. One that says "It is being sent now." tells the outcome in its place, without a way back, or makes way for what
 * tells of a refusal.
 */
export function followSending(): void {
  for (const [id, { when, attention, show, wayBack }] of sent) {
    const isRefused = attentionCount() > attention;
    if (!isRefused && when === sendingNow() && !allSent()) continue;
    sent.delete(id);
    if (isRefused || when !== 'now' || !allSent()) notifications.hide(id);
    else {
      wayBack?.abort();
      notifications.update({ id, message: show(texts.parts.arrived) });
    }
  }
}

interface OfStore {
  readonly storeId: string | null;
  /** Shows it again with the time that it had left; null for one that only confirms or leads on. */
  readonly setAside: (() => () => void) | null;
}

/** The store that was shown with each toast. */
const ofStore = new Map<string, OfStore>();
/** What shows the toasts again that went with their store, and have an "Undo" that is not to be lost with it. */
const aside = new Map<string, (() => void)[]>();

/** Null on the screen that belongs to no store. */
const shownStore = (): string | null =>
  isOnScreen('#/add-store') ? null : (useFrameState.getState().frame?.currentStoreId ?? null);

/** Closes the toasts that speak of another store than the one that is shown, and shows those again that wait for this one. */
export function followStore(): void {
  const shown = shownStore();
  for (const [id, { storeId, setAside }] of [...ofStore]) {
    if (storeId === null || storeId === shown) continue;
    if (setAside) aside.set(storeId, [...(aside.get(storeId) ?? []), setAside()]);
    sent.delete(id);
    notifications.hide(id);
  }
  if (shown === null) return;
  const again = aside.get(shown) ?? [];
  aside.delete(shown);
  for (const show of again) show();
}

/** Toasts about one change, by the change's id. */
const about = new Map<string, Set<string>>();

/** Closes the toasts about a change: it is settled, or its own page tells more. */
export function closeToastsAbout(actionId: string): void {
  const ids = about.get(actionId);
  about.delete(actionId);
  for (const id of ids ?? []) notifications.hide(id);
}

function rememberAbout(actionId: string, id: string): void {
  about.set(actionId, (about.get(actionId) ?? new Set()).add(id));
}

function forgetAbout(id: string): void {
  for (const [actionId, ids] of about) {
    if (ids.delete(id) && ids.size === 0) about.delete(actionId);
  }
}

/**
 * Shows a toast. With an action it has a button ("Undo", "Review") that also closes it. `actionId`: the change it is
 * about, so that it goes with `closeToastsAbout`. `stays`: ms until it closes by itself.
 */
export function toast(
  kind: ToastKind,
  told: string | MessageOfChange,
  action?: ToastAction,
  actionId?: string | null,
  stays = action ? Math.max(LOOKS[kind].stays, WITH_ACTION_MS) : LOOKS[kind].stays,
): void {
  const when = sendingNow();
  const attention = attentionCount();
  const { color, Icon } = LOOKS[kind];
  const offered = new AbortController();
  const taken = new AbortController();
  const show = (whenSent: string): ReactNode => {
    const message = typeof told === 'string' ? told : told(whenSent);
    if (!action) return message;
    const take = (run: () => void) => () => {
      offered.abort();
      taken.abort();
      notifications.hide(id);
      run();
    };
    return (
      <Group gap={8} justify="flex-end">
        <span className={styles.words}>{message}</span>
        <ActionButton label={action.label} offered={offered.signal} take={take(action.run)} />
        {action.next && <ActionButton label={action.next.label} offered={taken.signal} take={take(action.next.run)} />}
      </Group>
    );
  };
  const quiet = (!action || action.isOffer) && (kind === 'success' || kind === 'information');
  if (quiet && lastQuiet) {
    lastQuiet.offer?.abort();
    notifications.hide(lastQuiet.id);
  }
  const id = notifications.show({
    color,
    icon: <Icon size={16} aria-hidden />,
    autoClose: stays,
    closeButtonProps: { 'aria-label': texts.common.close },
    onClose: () => {
      forgetAbout(id);
      ofStore.delete(id);
    },
    role: kind === 'error' || kind === 'attention' ? 'alert' : 'status',
    message: show(texts.parts.whenSent[when]),
  });
  if (quiet) lastQuiet = { id, at: performance.now(), offer: action ? offered : null };
  const until = performance.now() + stays;
  const setAside = () => {
    const left = Math.max(until - performance.now(), LOOKS[kind].stays);
    return () => {
      // What it says of waiting, and so its way back, may not hold any more.
      const holds = typeof told === 'string' || (when === sendingNow() && attentionCount() <= attention);
      if (holds) toast(kind, told, action, actionId, left);
    };
  };
  ofStore.set(id, { storeId: shownStore(), setAside: action && !action.isOffer && !actionId ? setAside : null });
  if (actionId) rememberAbout(actionId, id);
  if (typeof told !== 'string') {
    const wayBack = action?.isOffer ? null : offered;
    sent.set(id, { when, attention, show, wayBack });
  }
}

/** The toast takes a moment to go, in which its button is not there any more. */
function ActionButton(props: { readonly label: string; readonly offered: AbortSignal; take(): void }) {
  const { label, offered, take } = props;
  const isOver = useSyncExternalStore(
    (changed) => {
      offered.addEventListener('abort', changed);
      return () => offered.removeEventListener('abort', changed);
    },
    () => offered.aborted,
  );
  if (isOver) return null;
  return (
    <Button size="compact-sm" variant="default" style={{ flex: 'none' }} onClick={take}>
      {label}
    </Button>
  );
}
