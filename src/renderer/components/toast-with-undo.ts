// Toasts that offer "Undo" for waiting changes: they show the progress, and lose the button when it is too late.
import type { Output } from '../../shared/contract.ts';
import { DELETION_GRACE_MS, MOST_HELD_MS } from '../../shared/payment-link.ts';
import { call } from '../bridge.ts';
import { useFrameState } from '../state/frame.ts';
import { sendingNow, type WhenSent } from './sending.ts';
import { DELETION_MS, type ShownToast, showToast, type ToastAction } from './toast.tsx';

/**
 * How far the changes are. `soon`: sent in a few seconds. `blocked`: they wait for another change. `stuck`: that needs the
 * seller. `sent`: all of them.
 */
export type HowFar = WhenSent | 'soon' | 'blocked' | 'stuck' | 'sent';

export interface UndoableChanges {
  readonly storeId: string;
  /** The changes that "Undo" cancels. */
  readonly ids: readonly string[];
  readonly say: (howFar: HowFar) => string;
  readonly undo: Omit<ToastAction, 'isOffer' | 'again' | 'hold'>;
}

/** What each toast said last. */
const followed = new Map<ShownToast, { readonly changes: UndoableChanges; message: string }>();

type Progress = Output<'sync.progress'>;

function howFar({ waits, sent }: Progress, { ids }: UndoableChanges): HowFar {
  if (sent === ids.length) return 'sent';
  if (waits === 'blocked' || waits === 'stuck') return waits;
  const when = sendingNow();
  return waits === 'held' && when === 'now' ? 'soon' : when;
}

/** Null where it cannot be read. */
async function progressOf({ storeId, ids }: UndoableChanges): Promise<Progress | null> {
  const answer = await call('sync.progress', { storeId, ids: [...ids] });
  return answer.ok ? answer.value : null;
}

/** The store that is shown, for `storeId`; read it before the call that accepts the changes. */
export const shownStoreId = (): string => useFrameState.getState().frame?.currentStoreId ?? '';

export async function toastWithUndo(changes: UndoableChanges, stays = DELETION_MS): Promise<void> {
  const progress = await progressOf(changes);
  const message = changes.say(progress ? howFar(progress, changes) : sendingNow());
  const again = (left: number) => void showAgain(changes, left);
  const hold = (isHeld: boolean) => void holdChanges(changes, isHeld);
  const shown = showToast('success', message, { ...changes.undo, again, hold }, null, stays);
  followed.set(shown, { changes, message });
  if (progress) update(shown, changes, progress);
}

/** Those that are held. The rest of the time begins anew when it goes on. */
async function holdChanges({ storeId, ids }: UndoableChanges, isHeld: boolean): Promise<void> {
  const grace = ids.length === 1 ? DELETION_GRACE_MS.one : DELETION_GRACE_MS.several;
  await call('sync.holdForUndo', { storeId, ids: [...ids], ms: isHeld ? MOST_HELD_MS : grace });
}

/** Its store is shown again. Where it is too late by then, there is nothing to show. */
async function showAgain(changes: UndoableChanges, stays: number): Promise<void> {
  const progress = await progressOf(changes);
  if (progress && progress.undoable > 0) await toastWithUndo(changes, stays);
}

function update(shown: ShownToast, changes: UndoableChanges, progress: Progress): void {
  const { undoable, sent, attention, open, waits } = progress;
  const of = followed.get(shown);
  if (!of) return;
  // The change that it waited for was sent, so its own time begins now.
  if (waits === 'held' && shown.isHeld()) void holdChanges(changes, true);
  if (undoable === 0) {
    shown.endUndo();
    const isOver = open === 0;
    if (isOver) followed.delete(shown);
    // The toast about attention has more details; a cancellation is confirmed where it was done.
    if (attention > 0 || (isOver && sent < changes.ids.length)) {
      shown.hide();
      return;
    }
  }
  const message = changes.say(howFar(progress, changes));
  if (message === of.message) return;
  of.message = message;
  shown.say(message);
}

let asking = false;
let askAgain = false;

/** Updates the toasts. Call when changes, or the state of the store, have changed. */
export async function followChanges(): Promise<void> {
  askAgain = true;
  if (asking) return;
  asking = true;
  while (askAgain) {
    askAgain = false;
    for (const [shown, { changes }] of [...followed]) {
      if (!shown.isOpen()) followed.delete(shown);
      else {
        const progress = await progressOf(changes);
        if (progress) update(shown, changes, progress);
      }
    }
  }
  asking = false;
}
