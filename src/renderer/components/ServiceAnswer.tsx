// What the service said when it rejected a change, shown above the form that puts it right.
import { Alert, Code } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { useLive } from '../state/live.ts';

export function ServiceAnswer({ actionId }: { readonly actionId: string }) {
  const { data } = useLive('sync.get', { id: actionId }, ['actions']);
  if (!data) return null;
  const answered = data.attempts.some(({ status }) => status !== null);
  return (
    <Alert
      color="red"
      icon={<IconCircleX aria-hidden />}
      title={answered ? 'The service said no' : 'It could not be sent'}
      role="note"
    >
      {data.explanation}
      {data.answer && (
        <Code block mt={8} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {data.answer}
        </Code>
      )}
    </Alert>
  );
}
