// What is typed and not saved: whoever leaves it is asked first, be it by a link, the menu, a switch of stores, or by
// closing the window.
import { useEffect, useRef } from 'react';
import { ok } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import { call, listen } from '../bridge.ts';
import { ask } from '../components/confirm.tsx';

const words = texts.parts.leave;

interface Guard {
  /** Asks, and calls `leave` when the seller agrees. */
  readonly ask: (leave: () => void) => void;
  /** It goes with its screen. What stands in a dialog stays there when the screen behind it changes. */
  readonly ofScreen: boolean;
  /** What it guards outlives a crash of the window. */
  readonly isKept: boolean;
}

/** Does what is left for. Resolves with false where it was refused, and then nothing was left. */
type Act = () => unknown | Promise<boolean>;

let guards: readonly Guard[] = [];
/** Those whose form is gone. */
const ended = new WeakSet<Guard>();

const standing = (of: readonly Guard[]) => ({ unsaved: of.length > 0, isKept: of.every(({ isKept }) => isKept) });

function set(next: readonly Guard[]): void {
  const before = standing(guards);
  guards = next;
  const now = standing(next);
  if (now.unsaved !== before.unsaved || now.isKept !== before.isKept) void call('leave.unsaved', now);
}

/** Stands guard until the returned function is called. */
export function standGuard(guard: Guard): () => void {
  set([...guards, guard]);
  return () => {
    ended.add(guard);
    set(guards.filter((other) => other !== guard));
  };
}

/** Asks one after the other, the last first, and does it when all have agreed; till then each stands its guard. */
function pass(concerned: (guard: Guard) => boolean, act: Act, agreed: readonly Guard[] = []): void {
  const guard = guards.findLast((one) => concerned(one) && !agreed.includes(one));
  if (guard) {
    guard.ask(() => pass(concerned, act, [...agreed, guard]));
    return;
  }
  set(guards.filter((one) => !agreed.includes(one)));
  const acting = act();
  if (!(acting instanceof Promise)) return;
  void acting.then((left) => {
    if (left === false) set([...guards, ...agreed.filter((one) => !ended.has(one))]);
  });
}

/** Does what makes the screen go away, at once or after asking. What is refused leaves the screen as it is, and guarded. */
export const leaveScreen = (act: Act): void => pass(({ ofScreen }) => ofScreen, act);

/** Whether leaving the screen would be asked about. */
export const holdsScreen = (): boolean => guards.some(({ ofScreen }) => ofScreen);

interface Unsaved {
  readonly unsaved: boolean;
  /** The sentence about what would be lost. */
  readonly lost: string;
  /** A draft of all of it is kept. */
  readonly isKept: boolean;
  /** It is being saved: whoever leaves meanwhile does so once it is saved, and is asked only if it could not be. */
  readonly saving?: boolean;
}

/** Asks before the screen is left while `unsaved`. */
export function useUnsaved({ unsaved, lost, isKept, saving = false }: Unsaved): void {
  const latest = useRef({ lost, saving });
  latest.current = { lost, saving };
  const leaving = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!unsaved) return;
    return standGuard({
      ofScreen: true,
      isKept,
      ask: (leave) => {
        if (latest.current.saving) leaving.current = leave;
        else askToLeave(latest.current.lost, leave);
      },
    });
  }, [unsaved, isKept]);
  useEffect(() => {
    const leave = leaving.current;
    if (saving || !leave) return;
    leaving.current = null;
    if (unsaved) askToLeave(latest.current.lost, leave);
    else leave();
  }, [saving, unsaved]);
}

const askToLeave = (lost: string, leave: () => void): void =>
  ask({
    title: words.title,
    body: lost,
    confirm: words.leave,
    cancel: words.stay,
    danger: true,
    act: async () => {
      leave();
      return ok(undefined);
    },
    failed: words.notLeft,
  });

/** The window is about to close: asks for all there is, then lets it. Called once, when the window starts. */
export function answerClosing(): void {
  listen('closing', () =>
    pass(
      () => true,
      () => void call('leave.agreed', undefined),
    ),
  );
}
