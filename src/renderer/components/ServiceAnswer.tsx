// The service's answer to a rejected change, above the form that corrects it.
import { Alert } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { indentIfJson } from '../../shared/indent-json.ts';
import { useLive } from '../state/live.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { OtherFields } from './ProblemAlert.tsx';

export function ServiceAnswer({ actionId }: { readonly actionId: string }) {
  const { data } = useLive('sync.get', { id: actionId }, ['actions']);
  if (!data) return null;
  return (
    <Alert color="red" icon={<IconCircleX aria-hidden />} role="note">
      {data.explanation}
      <OtherFields fields={data.refusedFields.others} />
      {data.answer && <CodeBlock text={indentIfJson(data.answer)} />}
    </Alert>
  );
}
