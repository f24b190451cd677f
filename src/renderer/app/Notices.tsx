// Notices at the top of the window: closable ones, and a disk that refuses writes.
import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import type { Notice } from '../../shared/contract/app.ts';
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { report } from '../kit/notify.tsx';
import { useFrame } from '../state/frame.ts';

const t = texts.app.notices;

const COLORS = { information: 'indigo', warning: 'orange', error: 'red' } as const;

export function Notices() {
  const { notices, status } = useFrame();
  if (notices.length === 0 && !status?.diskProblem) return null;
  return (
    <Stack gap={8} px="var(--gutter)" pt={12}>
      {status?.diskProblem && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={t.notWritten} role="alert">
          {t.notWrittenBecause({ problem: status.diskProblem })}
        </Alert>
      )}
      {notices.map((notice) => (
        <OneNotice key={notice.id} notice={notice} />
      ))}
    </Stack>
  );
}

function OneNotice({ notice }: { readonly notice: Notice }) {
  const { id, kind, title, message } = notice;
  return (
    <Alert
      color={COLORS[kind]}
      icon={kind === 'information' ? <IconInfoCircle aria-hidden /> : <IconAlertCircle aria-hidden />}
      title={title}
      role={kind === 'information' ? 'note' : 'alert'}
      withCloseButton
      closeButtonLabel={t.close({ title })}
      onClose={() => void report(call('frame.dismissNotice', { id }))}
    >
      <Text size="sm">{message}</Text>
    </Alert>
  );
}
