// What a dialog holds that closing it would lose. Kept beside what is drawn: while another dialog lies over it, a dialog
// is not drawn, and what was typed into it is guarded all the same.
import { createContext, useContext, useEffect } from 'react';
import { ok } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import { standGuard } from '../state/leave.ts';
import { ask } from './confirm.tsx';

const words = texts.parts.dialog;

type Then = () => void;

export interface Held {
  holds(): boolean;
  /** `isKept`: what it holds outlives a crash of the window. */
  set(holds: boolean, isKept: boolean): void;
  /** Another dialog lies over it. */
  isCovered(): boolean;
  /** It is closed. */
  close(): void;
  /** How the dialog itself asks; null while it is not drawn. */
  asks: ((then: Then) => void) | null;
}

/** `title` is the dialog's, for the question that is asked while it is not drawn. */
export function newHeld(title: string): Held {
  let end: (() => void) | null = null;
  let kept = false;
  let open = true;
  const held: Held = {
    asks: null,
    holds: () => end !== null,
    set(holds, isKept) {
      if (holds === held.holds() && isKept === kept) return;
      end?.();
      kept = isKept;
      end = holds ? standGuard({ ofScreen: false, isKept, ask: askAnyhow }) : null;
    },
    isCovered: () => open && held.asks === null,
    close() {
      open = false;
      held.set(false, false);
    },
  };
  const askAnyhow = (then: Then) =>
    held.asks
      ? held.asks(then)
      : ask({
          title: words.closeOther(title),
          body: words.lostInOther,
          confirm: words.close,
          cancel: words.keepEditing,
          danger: true,
          act: async () => {
            then();
            return ok(undefined);
          },
          failed: words.notClosed,
        });
  return held;
}

/** The dialog around a form: what it holds. */
export const DialogContext = createContext<{ readonly held: Held } | null>(null);

/** Tells the dialog around whether the form in it holds something that would be lost, and whether a draft of it is kept. */
export function useHolds(holds: boolean, isKept: boolean): void {
  const held = useContext(DialogContext)?.held;
  useEffect(() => held?.set(holds, isKept), [held, holds, isKept]);
  useEffect(
    () => () => {
      // The form made way for what came of it. Where the whole dialog went, another lies over it or it is closed.
      if (held?.asks) held.set(false, false);
    },
    [held],
  );
}
