// Asks before unsaved text is lost by another screen, a switch of stores, closing a dialog, or closing the window.
import { useContext, useLayoutEffect, useRef } from 'react';
import { call, listen } from '../bridge.ts';
import { askBeforeLoss, DialogContext, updateDialog } from '../kit/dialogs.tsx';

interface Guard {
  /** The dialog that contains the text; null for a screen, which loses the text when it is left. */
  readonly dialog: string | null;
}

let guards: readonly Guard[] = [];
/** The seller has agreed to leave the screen, which is happening now. */
let isAgreed = false;

function set(next: readonly Guard[]): void {
  const wasUnsaved = guards.length > 0;
  guards = next;
  const unsaved = next.length > 0;
  if (unsaved !== wasUnsaved) void call('leave.unsaved', { unsaved });
}

/** Whether leaving the screen would lose unsaved text. */
export const isScreenGuarded = (): boolean => !isAgreed && guards.some(({ dialog }) => dialog === null);

/**
 * Leaves the screen with `act`, at once or after asking. If `act` fails, the text is still there and guarded.
 *
 * @param isOfDialogs `act` closes all dialogs too
 */
export function leaveScreen(act: () => unknown, isOfDialogs = false): void {
  const leave = async () => {
    isAgreed = true;
    try {
      await act();
    } finally {
      isAgreed = false;
    }
  };
  if (isOfDialogs ? guards.length > 0 : isScreenGuarded()) askBeforeLoss(() => void leave());
  else void leave();
}

/** Guards the text of a dialog or a screen while `unsaved`. Returns a function that ends this at once, after saving. */
export function useUnsaved(unsaved: boolean): () => void {
  const dialog = useContext(DialogContext);
  const release = useRef(() => {});
  // Runs before the paint, so that nothing shown as saved leads to a question.
  useLayoutEffect(() => {
    if (!unsaved) return;
    const guard = { dialog };
    set([...guards, guard]);
    if (dialog !== null) updateDialog(dialog, { isUnsaved: true });
    release.current = () => {
      set(guards.filter((other) => other !== guard));
      if (dialog !== null) updateDialog(dialog, { isUnsaved: false });
    };
    return release.current;
  }, [unsaved, dialog]);
  return () => release.current();
}

/** Asks about unsaved text before the window closes. Called once, when the window starts. */
export function answerClosing(): void {
  listen('closing', () => {
    const agree = () => void call('leave.agreed', undefined);
    if (guards.length > 0) askBeforeLoss(agree);
    else agree();
  });
}
