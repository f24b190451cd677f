// Toasts confirm what a click did, and offer a next step or an undo.
import { Group } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TOAST_WITH_BUTTON_MS } from '../../shared/payment-link.ts';
import type { Problem } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import { topDialog, useDialogs } from '../state/dialogs.ts';
import { refreshFrame, useFrameState } from '../state/frame.ts';
import { isOnScreen } from '../state/route.ts';
import { type Place, rememberConfirmation, replaceConfirmation } from './confirmations.ts';
import { allSent, attentionCount, sendingNow, type WhenSent } from './sending.ts';
import { ToastButton } from './ToastButton.tsx';
import styles from './toast.module.css';
import { letNewestUndoGoFirst, PRIORITIES } from './toast-priority.ts';
import { offerUndo } from './undo-notes.ts';

export type ToastKind = 'success' | 'information' | 'attention' | 'error';

const LOOKS = {
  success: { color: 'teal', Icon: IconCheck, stays: 4_000 },
  information: { color: 'gray', Icon: IconInfoCircle, stays: 4_000 },
  attention: { color: 'orange', Icon: IconAlertTriangle, stays: 12_000 },
  error: { color: 'red', Icon: IconX, stays: 12_000 },
} as const;

export interface ToastAction {
  /** A function where it depends on when the change is sent. */
  readonly label: string | (() => string);
  readonly run: () => void;
  /** A next step, no undo: the next confirmation may replace it. */
  readonly isOffer?: true;
  /** A next step beside an undo, which stays when the undo expires. */
  readonly next?: Pick<ToastAction, 'label' | 'run'>;
  /** The button is covered by a dialog, or has the mouse or the keyboard: its time stops. Called again when that ends. */
  readonly hold?: (isHeld: boolean) => void;
  /** Shows the toast again for so many ms, when its store is shown again; left out: as it was. */
  readonly again?: (stays: number) => void;
}

/** A toast with the undo of a deletion stays for this many ms. */
export const DELETION_MS = 20_000;

/** While a dialog is open, a toast with a button stays at most this much longer, ms. */
const MOST_UNDER_DIALOGS_MS = 60_000;

/** A message around the sentence that says when the change is sent, as in "It is being sent now." */
type MessageOfChange = (whenSent: string) => string;

interface SentToast {
  /** What it says. */
  readonly when: WhenSent;
  /** How many changes needed attention when it was shown. */
  readonly attention: number;
  /** Renders the toast with that sentence. */
  readonly show: (whenSent: string) => ReactNode;
}

/** Toasts that say when a change is sent. */
const sent = new Map<string, SentToast>();

/**
 * Updates toasts about sending: whether the change is being sent now, what it waits for, or that it has arrived. A toast
 * closes in favour of that of a rejection, and where the waiting ended unseen. For toasts with "Undo" see `toast-with-undo.ts`.
 */
export function followSending(): void {
  const now = sendingNow();
  for (const [id, toast] of sent) {
    const { when, attention, show } = toast;
    if (attentionCount() > attention || (allSent() && when !== 'now')) {
      sent.delete(id);
      notifications.hide(id);
    } else if (allSent()) {
      sent.delete(id);
      notifications.update({ id, message: show(texts.parts.arrived) });
    } else if (when !== now) {
      sent.set(id, { ...toast, when: now });
      notifications.update({ id, message: show(texts.parts.whenSent[now]) });
    }
  }
}

interface OfStore {
  readonly storeId: string | null;
  /** Shows it again while its time lasts; null for a toast without undo. */
  readonly again: (() => void) | null;
}

/** The store that was shown with each toast. */
const ofStore = new Map<string, OfStore>();
/** Shows the toasts with "Undo" of a store again when it is shown again, by store. */
const aside = new Map<string, (() => void)[]>();

/** Null on the screen that belongs to no store. */
const shownStore = (): string | null =>
  isOnScreen('#/add-store') ? null : (useFrameState.getState().frame?.currentStoreId ?? null);

/** Hides the toasts of other stores, and shows those of the current one again. */
export function followStore(): void {
  const shown = shownStore();
  for (const [id, { storeId, again }] of [...ofStore]) {
    if (storeId === null || storeId === shown) continue;
    if (again) aside.set(storeId, [...(aside.get(storeId) ?? []), again]);
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

export const isToastAbout = (actionId: string): boolean => about.has(actionId);

/** Closes the toasts about a change that is settled, or whose own page shows more. */
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

/** A toast on screen. */
export interface ShownToast {
  isOpen(): boolean;
  /** Its time stands still, see `hold`. */
  isHeld(): boolean;
  /** Replaces its message. */
  say(message: string): void;
  /** Removes its "Undo"; a next step beside it stays. */
  endUndo(): void;
  hide(): void;
}

const isQueued = (id: string): boolean => notificationsStore.getState().queue.some((one) => one.id === id);

/** What the seller declined is no error. */
export const toastProblem = ({ code, message }: Problem): void =>
  toast(code === 'forbidden' ? 'information' : 'error', message);

/** Shows a toast, see `showToast`. */
export const toast = (...given: Parameters<typeof showToast>): void => void showToast(...given);

/** As `toast`, for what no click of the seller has caused just now: it leaves the answer to one. */
export const announce = (kind: ToastKind, message: string, action?: ToastAction, actionId?: string | null): void =>
  void showToast(kind, message, action, actionId, undefined, 'news');

/**
 * Shows a toast. The button of an action ("Undo", "Review") also closes it. `actionId`: the change it is about, for
 * `closeToastsAbout`. `stays`: ms until it closes. `place`: whose confirmation it replaces.
 */
export function showToast(
  kind: ToastKind,
  message: ReactNode | MessageOfChange,
  action?: ToastAction,
  actionId?: string | null,
  stays = action ? Math.max(LOOKS[kind].stays, TOAST_WITH_BUTTON_MS) : LOOKS[kind].stays,
  place: Place = 'answer',
): ShownToast {
  const when = sendingNow();
  const attention = attentionCount();
  const { color, Icon } = LOOKS[kind];
  const offered = new AbortController();
  const taken = new AbortController();
  const take = (run: () => void) => () => {
    offered.abort();
    taken.abort();
    notifications.hide(id);
    run();
  };
  const show = (text: ReactNode): ReactNode => {
    if (!action) return text;
    return (
      <Group gap={8} justify="flex-end">
        <span className={styles.words}>{text}</span>
        <ToastButton label={labelOf(action)} offered={offered.signal} take={take(action.run)} />
        {action.next && (
          <ToastButton label={labelOf(action.next)} offered={taken.signal} take={take(action.next.run)} />
        )}
      </Group>
    );
  };
  const isUndo = action !== undefined && labelOf(action) === texts.common.undo;
  if (isUndo) letNewestUndoGoFirst();
  const isConfirmation = kind === 'success' || kind === 'information';
  const quiet = isConfirmation && (!action || action.isOffer);
  const withButton = isUndo ? 'newestUndo' : 'attention';
  const rank = action && !action.isOffer ? withButton : isConfirmation ? place : 'answer';
  if (isConfirmation) replaceConfirmation(place);
  const setTime = (autoClose: number | false) =>
    notifications.updateState(notificationsStore, (shown) =>
      shown.map((one) => (one.id === id ? { ...one, autoClose } : one)),
    );
  const until = performance.now() + stays;
  const latest = until + MOST_UNDER_DIALOGS_MS;
  const left = (end: number) => Math.max(0, end - performance.now());
  const holding = { dialog: action !== undefined && topDialog() !== undefined, mouse: false, keyboard: false };
  const isHeld = () => Object.values(holding).some(Boolean);
  const hold = (change: Partial<typeof holding>) => {
    const before = isHeld();
    const { dialog, keyboard } = Object.assign(holding, change);
    // The mouse pauses the time without our help.
    if (!('mouse' in change)) setTime(keyboard ? false : dialog ? left(latest) : Math.min(stays, left(latest)));
    if (isHeld() !== before) action?.hold?.(isHeld());
  };
  const id = notifications.show({
    onMouseEnter: () => hold({ mouse: true }),
    onMouseLeave: () => hold({ mouse: false }),
    onFocus: () => hold({ keyboard: true }),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) hold({ keyboard: false });
    },
    priority: PRIORITIES[rank],
    color,
    icon: <Icon size={16} aria-hidden />,
    autoClose: holding.dialog ? left(latest) : stays,
    closeButtonProps: { 'aria-label': texts.common.close },
    onClose: () => {
      unfollow();
      offered.abort();
      if (isHeld()) action?.hold?.(false);
      forgetAbout(id);
      ofStore.delete(id);
      sent.delete(id);
    },
    role: kind === 'error' || kind === 'attention' ? 'alert' : 'status',
    message: show(typeof message === 'function' ? message(texts.parts.whenSent[when]) : message),
  });
  if (isUndo) offerUndo(take(action.run), offered.signal);
  const unfollow = useDialogs.subscribe(({ dialogs }) => {
    const dialog = action !== undefined && topDialog(dialogs) !== undefined;
    if (dialog !== holding.dialog) hold({ dialog });
  });
  if (holding.dialog) action?.hold?.(true);
  if (quiet) rememberConfirmation(place, id, action ? offered : null);
  const again = () => {
    const rest = left(until);
    if (rest === 0) return;
    const time = Math.max(rest, LOOKS[kind].stays);
    if (action?.again) action.again(time);
    else toast(kind, message, action, actionId, time);
  };
  // Other toasts were shown instead, so this one is out of date. A failure is shown all the same.
  if (isConfirmation) setTimeout(() => isQueued(id) && notifications.hide(id), stays);
  ofStore.set(id, { storeId: shownStore(), again: action && !action.isOffer && !actionId ? again : null });
  if (actionId) rememberAbout(actionId, id);
  if (typeof message === 'function') {
    // Before, the frame may not know of the change, as if it had been sent already.
    void refreshFrame().then(() => {
      if (!ofStore.has(id)) return;
      sent.set(id, { when, attention, show: (whenSent) => show(message(whenSent)) });
      followSending();
    });
  }
  return {
    isOpen: () => ofStore.has(id),
    isHeld,
    say: (text) => notifications.update({ id, message: show(text) }),
    endUndo: () => offered.abort(),
    hide: () => notifications.hide(id),
  };
}

const labelOf = ({ label }: Pick<ToastAction, 'label'>): string => (typeof label === 'function' ? label() : label);
