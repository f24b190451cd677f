// The open dialogs, the uppermost last: forms and questions. `components/Dialogs.tsx` renders them.
import { createContext, type ReactNode } from 'react';
import { create } from 'zustand';
import { ok, type Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';

const t = texts.parts.dialog;

/** A question before something that cannot be undone. It stays open, with the reason, when `act` fails. */
export interface Question {
  /** The dialog's title and accessible name. */
  readonly title: string;
  /** What will happen. */
  readonly body: ReactNode;
  /** The name of the button that does it. */
  readonly confirm: string;
  readonly danger?: boolean;
  /** Enter confirms: for a question that takes many keys to reach. */
  readonly enterConfirms?: boolean;
  /** What is better instead: the primary button. */
  readonly better?: { readonly label: string; readonly run: () => void };
  /** The name of the button that changes nothing; "Cancel" unless given. */
  readonly cancel?: string;
  /** Does it; the dialog closes when it succeeds. */
  act(): Promise<Result<unknown>>;
  /** The title of the error, as in "The link was not deleted". */
  readonly failed: string;
}

export interface Dialog {
  readonly id: string;
  /** The accessible name. */
  readonly title: string;
  /** Width in px. */
  readonly size: number;
  readonly content: ReactNode | Question;
  /** What had the focus when the dialog was opened. */
  readonly opener: Element | null;
  /** False while the dialog fades out. */
  readonly isOpen: boolean;
  /** Closing would lose what was typed. */
  readonly isUnsaved: boolean;
  /** Runs once the seller agrees to lose what was typed; null while that is not asked. */
  readonly discard: (() => void) | null;
  /** Work is under way whose result is shown in the dialog: nothing closes it. */
  readonly isBusy: boolean;
  readonly onClose: (() => void) | undefined;
}

export const useDialogs = create<{ readonly dialogs: readonly Dialog[] }>(() => ({ dialogs: [] }));

/** The id of the surrounding dialog; null outside of dialogs. */
export const DialogContext = createContext<string | null>(null);

export const isQuestion = (content: Dialog['content']): content is Question =>
  typeof content === 'object' && content !== null && 'act' in content;

/** The dialog that is not covered by another. */
export const topDialog = (dialogs = useDialogs.getState().dialogs): Dialog | undefined =>
  dialogs.findLast(({ isOpen }) => isOpen);

const openDialogOf = (id: string): Dialog | undefined =>
  useDialogs.getState().dialogs.find((dialog) => dialog.id === id && dialog.isOpen);

export function updateDialog(id: string, change: Partial<Dialog>): void {
  useDialogs.setState(({ dialogs }) => ({
    dialogs: dialogs.map((dialog) => (dialog.id === id ? { ...dialog, ...change } : dialog)),
  }));
}

let opened = 0;
const nextId = (): string => {
  opened += 1;
  return `dialog-${opened}`;
};

function open(dialog: Pick<Dialog, 'id' | 'title' | 'size' | 'content' | 'onClose'>): void {
  const opener = document.activeElement;
  const state = { opener, isOpen: true, isUnsaved: false, discard: null, isBusy: false };
  useDialogs.setState(({ dialogs }) => ({ dialogs: [...dialogs, { ...dialog, ...state }] }));
}

/**
 * `content` gets two functions that ask first when there is unsaved text: `close`, and `leave`, which closes and then runs
 * its argument. `onClose` runs however the dialog is closed. A form in it calls `useUnsavedDialog`.
 */
export function openDialog(
  title: string,
  size: number,
  content: (close: () => void, leave: (then: () => void) => void) => ReactNode,
  onClose?: () => void,
): void {
  const id = nextId();
  const leave = (then?: () => void) => leaveDialog(id, then);
  open({ id, title, size, content: content(() => leave(), leave), onClose });
}

/**
 * Opens the question as a dialog. One that is open already is replaced, so that a double click asks once. `onClose` runs
 * however it is closed.
 */
export function ask(question: Question, onClose?: () => void): void {
  const same = useDialogs.getState().dialogs.find(({ title, isOpen }) => isOpen && title === question.title);
  if (same) {
    same.onClose?.();
    updateDialog(same.id, { content: question, onClose });
  } else open({ id: nextId(), title: question.title, size: 440, content: question, onClose });
}

/** Whether the seller agrees. */
export const agreesTo = (question: Omit<Question, 'act' | 'failed'>): Promise<boolean> =>
  new Promise((resolve) => {
    const act = async () => {
      resolve(true);
      return ok(undefined);
    };
    ask({ ...question, act, failed: '' }, () => resolve(false));
  });

function leaveDialog(id: string, then?: () => void): void {
  const close = () => {
    closeDialog(id);
    then?.();
  };
  if (openDialogOf(id)?.isUnsaved) askToDiscard(id, close);
  else close();
}

/** Closes it without asking. */
export function closeDialog(id: string): void {
  const dialog = openDialogOf(id);
  if (!dialog) return;
  updateDialog(id, { isOpen: false });
  dialog.onClose?.();
}

/** Once it has faded out. */
export const removeDialog = (id: string): void =>
  useDialogs.setState(({ dialogs }) => ({ dialogs: dialogs.filter((dialog) => dialog.id !== id) }));

/** Escape, and the cross. */
export function dismissDialog({ id, isBusy, discard }: Dialog): void {
  if (isBusy) return;
  if (discard) updateDialog(id, { discard: null });
  else leaveDialog(id);
}

/** Asks before what is typed in the dialog is lost: in the dialog, or above those that cover it. */
export function askToDiscard(id: string, discard: () => void): void {
  const dialog = openDialogOf(id);
  if (!dialog) discard();
  else if (topDialog() === dialog) updateDialog(id, { discard });
  else
    askBeforeLoss(discard, {
      title: t.closeOther({ title: dialog.title }),
      body: t.lostInOther,
      confirm: t.close,
      cancel: t.keepEditing,
      failed: t.notClosed,
    });
}

/** Asks before `proceed` discards typed text. */
export const askBeforeLoss = (proceed: () => void, question: Omit<Question, 'act' | 'danger'>): void =>
  ask({
    ...question,
    danger: true,
    act: async () => {
      proceed();
      return ok(undefined);
    },
  });

/** The seller agrees. The dialog stays where another is still to be asked. */
export function discardTyped({ id, discard }: Dialog): void {
  discard?.();
  if (openDialogOf(id)) updateDialog(id, { discard: null });
}
