// A refusal in words, where it happened: what happened and what to do; what was typed stays.
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { Problem } from '../../shared/problem.ts';

/** `title` says what did not work ("The product was not saved"). Shows nothing without a problem. */
export function ProblemAlert({ title, problem }: { readonly title: string; readonly problem: Problem | null }) {
  if (!problem) return null;
  return (
    <Alert color="red" variant="light" title={title} icon={<IconAlertCircle aria-hidden />} role="alert">
      {problem.message}
    </Alert>
  );
}
