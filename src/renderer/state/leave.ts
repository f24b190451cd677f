// Asks before unsaved text is lost by a link, the menu, a switch of stores, closing a dialog, or closing the window.
import { useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { texts } from '../../shared/texts/window.ts';
import { call, listen } from '../bridge.ts';
import { askBeforeLoss, askToDiscard, DialogContext, updateDialog, useDialogs } from './dialogs.ts';

const t = texts.parts.leave;

interface Guard {
  /** Asks, and calls `leave` when the seller agrees. */
  readonly ask: (leave: () => void) => void;
  /** Leaving the screen loses it. Text in a dialog stays when the screen behind it changes. */
  readonly ofScreen: boolean;
}

/** Leaves. Resolves with false when that was refused, and then nothing was left. */
type Act = () => unknown | Promise<boolean>;

let guards: readonly Guard[] = [];
/** Guards whose form is unmounted. */
const ended = new WeakSet<Guard>();

function set(next: readonly Guard[]): void {
  const wasUnsaved = guards.length > 0;
  guards = next;
  const unsaved = next.length > 0;
  if (unsaved !== wasUnsaved) void call('leave.unsaved', { unsaved });
}

/** Returns the function that removes the guard. */
export function addGuard(guard: Guard): () => void {
  set([...guards, guard]);
  return () => {
    ended.add(guard);
    set(guards.filter((other) => other !== guard));
  };
}

/** Asks one guard after the other, the last first, and acts when the seller agreed to all; until then each stays. */
function askGuards(concerned: (guard: Guard) => boolean, act: Act, agreed: readonly Guard[] = []): void {
  const guard = guards.findLast((one) => concerned(one) && !agreed.includes(one));
  if (guard) {
    guard.ask(() => askGuards(concerned, act, [...agreed, guard]));
    return;
  }
  set(guards.filter((one) => !agreed.includes(one)));
  const acting = act();
  if (!(acting instanceof Promise)) return;
  void acting.then((left) => {
    if (left === false) set([...guards, ...agreed.filter((one) => !ended.has(one))]);
  });
}

/** Leaves the screen, at once or after asking. When `act` is refused the screen stays, and stays guarded. */
export const leaveScreen = (act: Act): void => askGuards(({ ofScreen }) => ofScreen, act);

/** Whether leaving the screen would be asked about. */
export const isScreenGuarded = (): boolean => guards.some(({ ofScreen }) => ofScreen);

interface Unsaved {
  readonly unsaved: boolean;
  /** The sentence about what would be lost. */
  readonly lost: string;
  /** It is being saved: leaving waits for that, and asks only if it fails. */
  readonly saving?: boolean;
}

/** Asks before the screen is left while `unsaved`. */
export function useUnsaved({ unsaved, lost, saving = false }: Unsaved): void {
  const latest = useRef({ lost, saving });
  latest.current = { lost, saving };
  const leaving = useRef<(() => void) | null>(null);
  // Before the paint, so that the seller is never asked about what is shown as saved.
  useLayoutEffect(() => {
    if (!unsaved) return;
    return addGuard({
      ofScreen: true,
      ask: (leave) => {
        if (latest.current.saving) leaving.current = leave;
        else askToLeave(latest.current.lost, leave);
      },
    });
  }, [unsaved]);
  useEffect(() => {
    const leave = leaving.current;
    if (saving || !leave) return;
    leaving.current = null;
    if (unsaved) askToLeave(latest.current.lost, leave);
    else leave();
  }, [saving, unsaved]);
}

/**
 * Asks before the surrounding dialog or the window is closed while `unsaved`. Returns a function to call once it is saved
 * and the dialog may close.
 */
export function useUnsavedDialog(unsaved: boolean): () => void {
  const id = useContext(DialogContext);
  // Not while it fades out.
  const isOpen = useDialogs(({ dialogs }) => dialogs.some((dialog) => dialog.id === id && dialog.isOpen));
  useLayoutEffect(() => {
    if (id === null || !unsaved || !isOpen) return;
    updateDialog(id, { isUnsaved: true });
    const removeGuard = addGuard({ ofScreen: false, ask: (leave) => askToDiscard(id, leave) });
    return () => {
      updateDialog(id, { isUnsaved: false });
      removeGuard();
    };
  }, [id, unsaved, isOpen]);
  return () => {
    if (id !== null) updateDialog(id, { isUnsaved: false });
  };
}

const askToLeave = (lost: string, leave: () => void): void =>
  askBeforeLoss(leave, {
    title: t.title,
    body: lost,
    confirm: t.leave,
    cancel: t.stay,
    failed: t.notLeft,
  });

/** Asks about all unsaved text before the window closes. Called once, when the window starts. */
export function answerClosing(): void {
  listen('closing', () =>
    askGuards(
      () => true,
      () => void call('leave.agreed', undefined),
    ),
  );
}
