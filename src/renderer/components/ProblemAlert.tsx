// An error where it happened: what went wrong, and what to do next.
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Problem } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';

interface ProblemAlertProps {
  /** What did not work; without it, reading. */
  readonly title?: string;
  readonly problem: Problem | null;
  readonly children?: ReactNode;
}

/** In a small window the button that was pressed may be far below it. */
const intoView = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: 'nearest' });

export function ProblemAlert({ title = texts.common.notRead, problem, children }: ProblemAlertProps) {
  if (!problem) return null;
  return (
    <Alert ref={intoView} color="red" variant="light" title={title} icon={<IconAlertCircle aria-hidden />} role="alert">
      {problem.message}
      {children}
    </Alert>
  );
}
