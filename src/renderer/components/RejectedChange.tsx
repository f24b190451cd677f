// Above the form of a change that is edited: why the service rejected it, or that it is still waiting.
import { Alert } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ActionState, SyncState } from '../../shared/action.ts';
import { indentIfJson } from '../../shared/indent-json.ts';
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { useLive } from '../state/live.ts';
import { CodeBlock } from './CodeBlock.tsx';
import type { FieldErrors } from './form.ts';
import styles from './RejectedChange.module.css';

/** Above the form of an unsent change: why the service rejected it, or that it is still waiting. */
export function BeforeEditing({ sync, actionId }: { readonly sync: SyncState; readonly actionId: string | null }) {
  if (sync === 'rejected' && actionId) return <ServiceAnswer actionId={actionId} />;
  if (sync !== 'waiting' || !actionId) return null;
  return <StillWaits actionId={actionId} />;
}

/** The change may be sent while its form is open. */
function StillWaits({ actionId }: { readonly actionId: string }) {
  const { data } = useLive('sync.get', { id: actionId }, ['actions']);
  if (data?.state === 'rejected') return <ServiceAnswer actionId={actionId} />;
  const isSent = data === null || (data && !WAITS.has(data.state));
  return isSent ? (
    <Alert color="orange" role="note">
      {texts.parts.unsent.alreadySent}
    </Alert>
  ) : (
    <Alert color="gray" role="note">
      {texts.parts.unsent.stillWaits}
    </Alert>
  );
}

const WAITS: ReadonlySet<ActionState> = new Set(['waiting', 'ready', 'retrying']);

/** The service's answer to a rejected change, above the form that corrects it. */
export function ServiceAnswer({ actionId }: { readonly actionId: string }) {
  const { data } = useLive('sync.get', { id: actionId }, ['actions']);
  const [isOpen, setOpen] = useState(false);
  if (!data) return null;
  return (
    <Alert color="red" icon={<IconCircleX aria-hidden />} role="note">
      {data.explanation}
      {data.answer && (
        <details className={styles.answer} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{texts.sync.change.answer}</summary>
          {isOpen && <CodeBlock text={indentIfJson(data.answer)} />}
        </details>
      )}
    </Alert>
  );
}

/** By the form's field names; undefined while loading, or where no change was rejected. */
export function useRefusedFields(rejected: boolean, actionId: string | null): FieldErrors | undefined {
  const [fields, setFields] = useState<FieldErrors>();
  const id = rejected ? actionId : null;
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
