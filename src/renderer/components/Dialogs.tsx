// Renders the open dialogs as one stack. A form is not lost by accident: a click outside does not close its dialog, and
// closing it any other way asks first when there is unsaved text.
import { Box, Button, Modal, Stack, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Problem } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import {
  closeDialog,
  type Dialog,
  DialogContext,
  discardTyped,
  dismissDialog,
  isQuestion,
  type Question,
  removeDialog,
  topDialog,
  updateDialog,
  useDialogs,
} from '../state/dialogs.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ProblemAlert } from './ProblemAlert.tsx';
import { DialogFoot, WorkButton } from './parts.tsx';

const t = texts.parts.dialog;

export function Dialogs() {
  const { dialogs } = useDialogs();
  const top = topDialog(dialogs);
  useKeyboardIn(top?.id);
  return (
    <Modal.Stack>
      {dialogs.map((dialog, at) => (
        <DialogModal
          key={dialog.id}
          dialog={dialog}
          isCovered={top !== undefined && dialog !== top}
          isAbove={dialogs.slice(0, at).some(({ isOpen }) => isOpen)}
        />
      ))}
    </Modal.Stack>
  );
}

/** Mantine's focus trap leaves the keyboard where it is behind the dialog, as after a Tab that came before the trap. */
function useKeyboardIn(id: string | undefined): void {
  useLayoutEffect(() => {
    if (id === undefined) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Tab' || event.defaultPrevented) return;
      const dialog = document.getElementById(id);
      const { activeElement } = document;
      // Toasts and lists of choices are in portals too.
      if (!dialog || activeElement?.closest('[data-portal]')) return;
      event.preventDefault();
      const inside =
        dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('section');
      inside?.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [id]);
}

interface DialogModalProps {
  readonly dialog: Dialog;
  /** Another dialog is above it, or was opened while it fades out. */
  readonly isCovered: boolean;
  /** It is above another dialog. */
  readonly isAbove: boolean;
}

function DialogModal({ dialog, isCovered, isAbove }: DialogModalProps) {
  const { id, title, size, content, opener, isOpen, isBusy } = dialog;
  // Mantine animates a change of `opened`, not a modal that is mounted open.
  const isMounted = useMounted();
  // Mantine would forget the opener when another dialog covers this one, or when nothing is animated.
  const returnFocus = useCallback(() => {
    const { activeElement } = document;
    const hasFocus = activeElement === document.body || document.getElementById(id)?.contains(activeElement);
    if (hasFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }, [id, opener]);
  useLayoutEffect(() => {
    if (!isOpen) returnFocus();
  }, [isOpen, returnFocus]);
  return (
    <Modal
      id={id}
      stackId={id}
      opened={isMounted && isOpen}
      onClose={() => dismissDialog(dialog)}
      onExitTransitionEnd={() => {
        // The focus trap starts with a timer, and may have taken the focus while the dialog was closing.
        returnFocus();
        removeDialog(id);
      }}
      title={title}
      size={size}
      closeOnClickOutside={isQuestion(content)}
      closeButtonProps={{ 'aria-label': texts.common.close, disabled: isBusy }}
      returnFocus={false}
      // Without fading: it would cover the dialog below, which has the focus already.
      {...(isAbove ? { transitionProps: { duration: 0 } } : {})}
      // Mantine only makes a covered dialog transparent; this hides it from assistive technology too.
      styles={isCovered ? { content: { visibility: 'hidden' } } : {}}
    >
      <DialogContext value={id}>
        {isQuestion(content) ? (
          <Answer id={id} question={content} isBusy={isBusy} />
        ) : (
          <Guarded dialog={dialog}>{content}</Guarded>
        )}
      </DialogContext>
    </Modal>
  );
}

/** Marks the focused control: Mantine's focus trap goes there when it is activated late, or again after another dialog. */
function markFocused({ currentTarget, target }: FocusEvent): void {
  // The dropdown of a select is in a portal.
  if (!currentTarget.contains(target)) return;
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus');
  target.setAttribute('data-autofocus', '');
}

/** A form, and in its place the question whether to discard what was typed. */
function Guarded({ dialog, children }: { readonly dialog: Dialog; readonly children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null);
  const isAsked = dialog.discard !== null;
  useEffect(() => {
    if (!isAsked) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isAsked]);
  return (
    <>
      <Box ref={form} hidden={isAsked} onFocus={markFocused}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </Box>
      {isAsked && (
        <Stack gap={16} role="alertdialog" aria-label={t.closeThis}>
          <Text size="sm">{t.lostInThis}</Text>
          <DialogFoot>
            <Button variant="default" autoFocus onClick={() => dismissDialog(dialog)}>
              {t.keepEditing}
            </Button>
            <Button color="red" onClick={() => discardTyped(dialog)}>
              {t.close}
            </Button>
          </DialogFoot>
        </Stack>
      )}
    </>
  );
}

interface AnswerProps {
  readonly id: string;
  readonly question: Question;
  readonly isBusy: boolean;
}

function Answer({ id, question, isBusy }: AnswerProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const { enterConfirms = false, better } = question;
  const all = useRef<HTMLDivElement>(null);
  // The focus trap does the same with a timer: a key that is pressed before it would go to the control below.
  useLayoutEffect(() => {
    all.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
  }, []);
  const act = async () => {
    updateDialog(id, { isBusy: true });
    const result = await question.act().finally(() => updateDialog(id, { isBusy: false }));
    if (result.ok) closeDialog(id);
    else setProblem(result.problem);
  };
  return (
    <Stack ref={all} gap={16}>
      <div>{question.body}</div>
      <DialogFoot above={<ProblemAlert title={question.failed} problem={problem} />}>
        <Button
          variant="default"
          onClick={() => closeDialog(id)}
          disabled={isBusy}
          data-autofocus={!enterConfirms || undefined}
        >
          {question.cancel ?? texts.common.cancel}
        </Button>
        <WorkButton
          {...(question.danger ? { color: 'red' } : {})}
          {...(better ? { variant: 'default' } : {})}
          // Enter held down since before must not confirm what nobody has read.
          onKeyDown={(event: KeyboardEvent) => event.repeat && event.key === 'Enter' && event.preventDefault()}
          data-autofocus={enterConfirms || undefined}
          busy={isBusy}
          onClick={() => void act()}
        >
          {question.confirm}
        </WorkButton>
        {better && (
          <Button
            disabled={isBusy}
            onClick={() => {
              closeDialog(id);
              better.run();
            }}
          >
            {better.label}
          </Button>
        )}
      </DialogFoot>
    </Stack>
  );
}
