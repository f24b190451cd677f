// The open dialogs, forms and questions, as a stack whose last one is on top. All stay mounted, so that a form keeps its text
// under a question. A click outside does not close a form, and closing it any other way asks first if there is unsaved text.

import { Button, Modal, Stack } from '@mantine/core';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { ok, type Problem, type Result } from '../../shared/problem.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import { texts } from '../../shared/texts/window.ts';
import { DialogFoot, ErrorBoundary, ProblemAlert, WorkButton } from './parts.tsx';

/** A question before something that cannot be undone. If `act` fails, it stays open and shows the reason. */
export interface Question {
  readonly title: string;
  /** Says what will happen. */
  readonly body: ReactNode;
  readonly confirm: string;
  readonly danger?: boolean;
  /** The label of the button that changes nothing; "Cancel" by default. */
  readonly cancel?: string;
  /** Closes the dialog when it succeeds. */
  act(): Promise<Result<unknown>>;
  readonly failed?: string;
}

export interface Dialog {
  readonly id: string;
  readonly title: string;
  /** Width in px. */
  readonly size: number;
  readonly content: ReactNode;
  /** Only a question closes on a click outside. */
  readonly isQuestion: boolean;
  /** Had the focus when the dialog opened, and gets it back. */
  readonly opener: Element | null;
  /** Closing the dialog would lose typed text. */
  readonly isUnsaved: boolean;
  /** Nothing closes the dialog, because it will show the result of the work under way. */
  readonly isBusy: boolean;
  readonly onClose: (() => void) | undefined;
}

export const useDialogs = create<{ readonly dialogs: readonly Dialog[] }>(() => ({ dialogs: [] }));

export const DialogContext = createContext<string | null>(null);

const find = (id: string): Dialog | undefined => useDialogs.getState().dialogs.find((dialog) => dialog.id === id);

export const updateDialog = (id: string, change: Partial<Dialog>): void =>
  useDialogs.setState(({ dialogs }) => ({
    dialogs: dialogs.map((dialog) => (dialog.id === id ? { ...dialog, ...change } : dialog)),
  }));

let opened = 0;
function open(
  given: Pick<Dialog, 'title' | 'size' | 'isQuestion' | 'onClose'>,
  content: (id: string) => ReactNode,
): void {
  opened += 1;
  const id = `dialog-${opened}`;
  const state = { opener: document.activeElement, isUnsaved: false, isBusy: false };
  useDialogs.setState(({ dialogs }) => ({ dialogs: [...dialogs, { ...given, ...state, id, content: content(id) }] }));
}

/** `content` gets a function that closes the dialog, after asking if there is unsaved text. `onClose` runs however it closes. */
export const openDialog = (
  title: string,
  size: number,
  content: (close: () => void) => ReactNode,
  onClose?: () => void,
): void => open({ title, size, isQuestion: false, onClose }, (id) => content(() => dismissDialog(id)));

/** Opens the question as a dialog. Replaces the one with the same title, so that a double click asks only once. */
export function ask(question: Question, onClose?: () => void): void {
  const { title } = question;
  const content = (id: string) => <Answer id={id} question={question} />;
  const same = useDialogs.getState().dialogs.find((dialog) => dialog.title === title);
  if (same) {
    same.onClose?.();
    updateDialog(same.id, { content: content(same.id), onClose });
  } else open({ title, size: 440, isQuestion: true, onClose }, content);
}

/** Resolves to whether the seller agrees. */
export const agreesTo = (question: Omit<Question, 'act' | 'failed'>): Promise<boolean> =>
  new Promise((resolve) => {
    const act = async () => {
      resolve(true);
      return ok(undefined);
    };
    ask({ ...question, act }, () => resolve(false));
  });

/** Closes a dialog without asking, and returns the focus to where it was. */
export function closeDialog(id: string): void {
  const dialog = find(id);
  if (!dialog) return;
  // Not delayed, because a control in a covered dialog cannot take the focus.
  flushSync(() => useDialogs.setState(({ dialogs }) => ({ dialogs: dialogs.filter((other) => other !== dialog) })));
  if (dialog.opener instanceof HTMLElement) dialog.opener.focus({ preventScroll: true });
  // The control that opened a question may be gone, or outside the form that it was about.
  if (document.activeElement === document.body)
    [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)?.focus({ preventScroll: true });
  dialog.onClose?.();
}

/** For Escape, the cross and "Cancel": asks first if there is unsaved text. */
export function dismissDialog(id: string): void {
  const dialog = find(id);
  if (!dialog || dialog.isBusy) return;
  if (dialog.isUnsaved) askBeforeLoss(() => closeDialog(id));
  else closeDialog(id);
}

/** For work whose result the dialog around the component shows: nothing closes the dialog meanwhile. */
export function useStaysOpen(): <T>(work: Promise<T>) => Promise<T> {
  const id = useContext(DialogContext) ?? '';
  return (work) => {
    updateDialog(id, { isBusy: true });
    return work.finally(() => updateDialog(id, { isBusy: false }));
  };
}

/** Asks before `proceed` discards typed text. */
export function askBeforeLoss(proceed: () => void): void {
  const { closeThis, lostInThis, close, keepEditing } = texts.parts.dialog;
  const question = { title: closeThis, body: lostInThis, confirm: close, cancel: keepEditing, danger: true };
  void agreesTo(question).then((agrees) => agrees && proceed());
}

export function Dialogs() {
  const { dialogs } = useDialogs();
  return dialogs.map((dialog, place) => (
    <DialogModal key={dialog.id} dialog={dialog} isCovered={place < dialogs.length - 1} />
  ));
}

/** A covered dialog keeps its text, but sight, keyboard and assistive technology cannot reach it. */
function DialogModal({ dialog, isCovered }: { readonly dialog: Dialog; readonly isCovered: boolean }) {
  const { id, title, size, content, isQuestion, isBusy } = dialog;
  return (
    <Modal
      id={id}
      opened
      onClose={() => dismissDialog(id)}
      title={title}
      size={size}
      closeOnClickOutside={isQuestion}
      closeOnEscape={!isCovered}
      closeButtonProps={{ 'aria-label': texts.common.close, disabled: isBusy }}
      returnFocus={false}
      {...(isCovered && { withOverlay: false, styles: { content: { visibility: 'hidden' } } })}
    >
      <DialogContext value={id}>
        <ErrorBoundary>{content}</ErrorBoundary>
      </DialogContext>
    </Modal>
  );
}

function Answer({ id, question }: { readonly id: string; readonly question: Question }) {
  const isBusy = useDialogs(() => find(id)?.isBusy === true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  // The focus trap would do this after a timer; until then keys would go to the control below.
  useLayoutEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  const staysOpen = useStaysOpen();
  const act = async () => {
    const result = await staysOpen(question.act());
    if (result.ok) closeDialog(id);
    else setProblem(result.problem);
  };
  return (
    <Stack gap={16}>
      <div>{question.body}</div>
      <DialogFoot above={<ProblemAlert title={question.failed ?? texts.common.failed} problem={problem} />}>
        <Button ref={cancel} variant="default" onClick={() => closeDialog(id)} disabled={isBusy} data-autofocus>
          {question.cancel ?? shared.shell.confirm.cancel}
        </Button>
        <WorkButton
          {...(question.danger && { color: 'red' })}
          // The seller may hold Enter down from before, and must read the question first.
          onKeyDown={(event: KeyboardEvent) => event.repeat && event.key === 'Enter' && event.preventDefault()}
          busy={isBusy}
          onClick={() => void act()}
        >
          {question.confirm}
        </WorkButton>
      </DialogFoot>
    </Stack>
  );
}
