// Why nothing goes out at the moment, and when it is tried next. Empty while all is well.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Status } from '../../../shared/status.ts';
import { texts } from '../../../shared/texts/window.ts';
import { Phrase } from '../../components/Phrase.tsx';
import { Countdown } from './Countdown.tsx';

const words = texts.sync.status;

export function StatusLine({ status }: { readonly status: Status | null }) {
  const line = status && lineOf(status);
  return line ? (
    <Text size="sm" c="dimmed">
      {line}
    </Text>
  ) : null;
}

function lineOf(status: Status): ReactNode {
  if (status.workOffline) return words.workOffline;
  if (!status.signedIn) return words.signedOut;
  if (!status.offline) return null;
  if (status.nextAttemptAt === null) return words.unreachable;
  return <Phrase of={words.triedAgain(<Countdown to={status.nextAttemptAt} />)} />;
}
