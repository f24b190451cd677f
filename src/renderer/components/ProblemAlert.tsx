// A refusal in words, where it happened: what happened and what to do; what was typed stays.
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ActionDetail } from '../../shared/action.ts';
import type { Problem } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';

interface ProblemAlertProps {
  /** What did not work ("The product was not saved"). */
  readonly title: string;
  readonly problem: Problem | null;
  readonly children?: ReactNode;
}

/** What was pressed may stand far below it, in a small window. */
const intoView = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: 'nearest' });

/** Shows nothing without a problem. */
export function ProblemAlert({ title, problem, children }: ProblemAlertProps) {
  if (!problem) return null;
  return (
    <Alert ref={intoView} color="red" variant="light" title={title} icon={<IconAlertCircle aria-hidden />} role="alert">
      {problem.message}
      {children}
    </Alert>
  );
}

/** What was said of fields that the form does not have. */
export const OtherFields = ({ fields }: { readonly fields: ActionDetail['refusedFields']['others'] }) =>
  fields.map(({ field, message }) => (
    <div key={`${field} ${message}`}>{texts.parts.unsent.ofField(field, message)}</div>
  ));
