// Why nothing goes out at the moment, and when it is tried next. Empty while all is well.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Status } from '../../../shared/status.ts';
import { Countdown } from './Countdown.tsx';

export function StatusLine({ status }: { readonly status: Status | null }) {
  const words = status && lineOf(status);
  return words ? (
    <Text size="sm" c="dimmed">
      {words}
    </Text>
  ) : null;
}

function lineOf(status: Status): ReactNode {
  if (status.workOffline) return '“Work offline” is on: changes wait until you turn it off.';
  if (!status.signedIn) return 'You are signed out: changes wait here until you sign in.';
  if (!status.offline) return null;
  if (status.nextAttemptAt === null) return 'The service cannot be reached. Changes wait here.';
  return (
    <>
      The service cannot be reached. Next attempt <Countdown to={status.nextAttemptAt} />.
    </>
  );
}
