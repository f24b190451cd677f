// Above the form of a change that is edited: why the service rejected it.
import { Alert } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { SyncState } from '../../shared/change.ts';
import { indentIfJson } from '../../shared/indent-json.ts';
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { useLive } from '../state/live.ts';
import { CodeBlock } from './CodeBlock.tsx';
import type { FieldErrors } from './form.ts';

/** Nothing above the form of a change that was not rejected. */
export const BeforeEditing = ({ sync, changeId }: { readonly sync: SyncState; readonly changeId: string | null }) =>
  sync === 'rejected' && changeId !== null ? <ServiceAnswer changeId={changeId} /> : null;

/** The service's answer to a rejected change, above the form that corrects it. */
export function ServiceAnswer({ changeId }: { readonly changeId: string }) {
  const { data } = useLive('sync.get', { id: changeId }, ['changes']);
  if (!data) return null;
  return (
    <Alert color="red" icon={<IconCircleX aria-hidden />} role="note">
      {data.explanation}
      {data.answer && (
        <details>
          <summary>{texts.sync.change.answer}</summary>
          <CodeBlock text={indentIfJson(data.answer)} />
        </details>
      )}
    </Alert>
  );
}

/** By the form's field names; undefined while loading, or where no change was rejected. */
export function useRefusedFields(rejected: boolean, changeId: string | null): FieldErrors | undefined {
  const [fields, setFields] = useState<FieldErrors>();
  const id = rejected ? changeId : null;
  useEffect(() => {
    setFields(undefined);
    if (id === null) return;
    let isOver = false;
    // Where it cannot be read, the whole answer above the form is enough.
    void call('sync.get', { id }).then((answer) => {
      if (!isOver) setFields(answer.ok ? answer.value?.refusedFields : undefined);
    });
    return () => {
      isOver = true;
    };
  }, [id]);
  return fields;
}
