// Renders the open dialogs as one stack. A form is not lost by accident: a click outside does not close its dialog, and
// closing it any other way asks first when there is unsaved text.
import { Button, Modal, Stack } from '@mantine/core';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Problem } from '../../shared/problem.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import { texts } from '../../shared/texts/window.ts';
import {
  closeDialog,
  type Dialog,
  DialogContext,
  dismissDialog,
  isQuestion,
  type Question,
  updateDialog,
  useDialogs,
} from '../state/dialogs.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ProblemAlert } from './ProblemAlert.tsx';
import { DialogFoot, WorkButton } from './parts.tsx';

export function Dialogs() {
  const { dialogs } = useDialogs();
  return dialogs.map((dialog, place) => (
    <DialogModal key={dialog.id} dialog={dialog} isCovered={place < dialogs.length - 1} />
  ));
}

/** A covered dialog keeps what was typed, and is hidden from sight, keyboard and assistive technology. */
function DialogModal({ dialog, isCovered }: { readonly dialog: Dialog; readonly isCovered: boolean }) {
  const { id, title, size, content, isBusy } = dialog;
  return (
    <Modal
      id={id}
      opened
      onClose={() => dismissDialog(id)}
      title={title}
      size={size}
      closeOnClickOutside={isQuestion(content)}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
      closeButtonProps={{ 'aria-label': texts.common.close, disabled: isBusy }}
      returnFocus={false}
      {...(isCovered && { withOverlay: false, styles: { content: { visibility: 'hidden' } } })}
    >
      <DialogContext value={id}>
        {isQuestion(content) ? (
          <Answer id={id} question={content} isBusy={isBusy} />
        ) : (
          <ErrorBoundary>{content}</ErrorBoundary>
        )}
      </DialogContext>
    </Modal>
  );
}

interface AnswerProps {
  readonly id: string;
  readonly question: Question;
  readonly isBusy: boolean;
}

function Answer({ id, question, isBusy }: AnswerProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  // The focus trap does the same with a timer: a key that is pressed before it would go to the control below.
  useLayoutEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  const act = async () => {
    updateDialog(id, { isBusy: true });
    const result = await question.act().finally(() => updateDialog(id, { isBusy: false }));
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
          // Enter held down since before must not confirm what nobody has read.
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
