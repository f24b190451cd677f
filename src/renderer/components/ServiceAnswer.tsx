// What the service said when it rejected a change, shown above the form that puts it right.
import { Alert } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { indentIfJson } from '../../shared/indent-json.ts';
import { texts } from '../../shared/texts/window.ts';
import { useLive } from '../state/live.ts';
import { CodeBlock } from './CodeBlock.tsx';

export function ServiceAnswer({ actionId }: { readonly actionId: string }) {
  const { data } = useLive('sync.get', { id: actionId }, ['actions']);
  if (!data) return null;
  const answered = data.attempts.some(({ status }) => status !== null);
  return (
    <Alert
      color="red"
      icon={<IconCircleX aria-hidden />}
      // The sentence itself says that the service refused it.
      title={answered ? undefined : texts.parts.unsent.notSent}
      role="note"
    >
      {data.explanation}
      {data.refusedFields.others.map(({ field, message }) => (
        <div key={`${field} ${message}`}>{texts.parts.unsent.ofField(field, message)}</div>
      ))}
      {data.answer && <CodeBlock text={indentIfJson(data.answer)} />}
    </Alert>
  );
}
