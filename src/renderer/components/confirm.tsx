// A question before something that cannot be taken back. Stays open, with the reason, when it could not be done.
import { Button, Group, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem, Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import { ProblemAlert } from './ProblemAlert.tsx';
import { WorkButton } from './WorkButton.tsx';

export interface Question {
  /** The dialog's title and accessible name. */
  readonly title: string;
  /** What will happen. */
  readonly body: ReactNode;
  /** The name of the button that does it. */
  readonly confirm: string;
  readonly danger?: boolean;
  /** Enter answers it: for a question that many keys led to already. */
  readonly enterConfirms?: boolean;
  /** The name of the button that leaves all as it is; "Cancel" unless given. */
  readonly cancel?: string;
  /** Does it; the dialog closes when it went well. */
  act(): Promise<Result<unknown>>;
  /** What a refusal is headed with, as in "The link was not deleted". */
  readonly failed: string;
}

/** The same question again within this many ms is the second half of a double click. */
const DOUBLE_CLICK_MS = 600;
const NONE = { title: '', at: Number.NEGATIVE_INFINITY };
let last = NONE;

/** Opens the question as a dialog. A double click asks once. */
export function ask(question: Question): void {
  const at = performance.now();
  if (question.title === last.title && at - last.at < DOUBLE_CLICK_MS) return;
  last = { title: question.title, at };
  const modalId = modals.open({
    title: question.title,
    size: 440,
    // Answered: asked once more, it is no double click.
    onClose: () => {
      last = NONE;
    },
    children: (
      <Answer
        question={question}
        close={() => modals.close(modalId)}
        // Whatever comes of it is told here: until then it stays.
        stay={(stays) =>
          modals.updateModal({
            modalId,
            closeOnEscape: !stays,
            closeOnClickOutside: !stays,
            closeButtonProps: { 'aria-label': texts.common.close, disabled: stays },
          })
        }
      />
    ),
  });
}

interface AnswerProps {
  readonly question: Question;
  readonly close: () => void;
  /** Whether nothing closes the dialog. */
  readonly stay: (stays: boolean) => void;
}

function Answer({ question, close, stay }: AnswerProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  // Over another dialog the trap of the focus is set already, and does not look for the mark again.
  // Not before the dialog has kept in mind where the keyboard was: without animations its effects run after these.
  useEffect(() => queueMicrotask(() => first.current?.focus()), []);
  const cancelFirst = { ref: first, 'data-autofocus': true };
  // A key that is held down from before must not answer what nobody has read.
  const confirmFirst = { ...cancelFirst, onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault() };
  const act = async () => {
    setBusy(true);
    stay(true);
    const result = await question.act().finally(() => {
      stay(false);
      setBusy(false);
    });
    if (result.ok) close();
    else setProblem(result.problem);
  };
  return (
    <Stack gap={16}>
      <div>{question.body}</div>
      <ProblemAlert title={question.failed} problem={problem} />
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={close} disabled={busy} {...(question.enterConfirms ? {} : cancelFirst)}>
          {question.cancel ?? texts.common.cancel}
        </Button>
        <WorkButton
          {...(question.danger ? { color: 'red' } : {})}
          {...(question.enterConfirms ? confirmFirst : {})}
          busy={busy}
          onClick={() => void act()}
        >
          {question.confirm}
        </WorkButton>
      </Group>
    </Stack>
  );
}
