// What the app tells on its own at the top of the window: notices to close, and a disk that refuses.
import { Alert, Stack } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { toast } from '../components/toast.tsx';
import { useFrame } from '../state/frame.ts';

const words = texts.app.notices;

const COLORS = { information: 'indigo', warning: 'orange', error: 'red' } as const;

export function Notices() {
  const { notices, status } = useFrame();
  const dismiss = async (id: string) => {
    const answer = await call('frame.dismissNotice', { id });
    if (!answer.ok) toast('error', answer.problem.message);
  };
  if (notices.length === 0 && !status?.diskProblem) return null;
  return (
    <Stack gap={8} px={24} pt={12}>
      {status?.diskProblem && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={words.notWritten} role="alert">
          {words.notWrittenBecause(status.diskProblem)}
        </Alert>
      )}
      {notices.map((notice) => (
        <Alert
          key={notice.id}
          color={COLORS[notice.kind]}
          icon={notice.kind === 'information' ? <IconInfoCircle aria-hidden /> : <IconAlertCircle aria-hidden />}
          title={notice.title}
          role={notice.kind === 'information' ? 'note' : 'alert'}
          withCloseButton
          closeButtonLabel={words.close(notice.title)}
          onClose={() => void dismiss(notice.id)}
        >
          {notice.message}
        </Alert>
      ))}
    </Stack>
  );
}
