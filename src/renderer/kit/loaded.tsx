// Loads what a form needs: an answer, or the record that it corrects together with the service's rejection.
import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Input, Output } from '../../shared/contract.ts';
import { indentIfJson } from '../../shared/indent-json.ts';
import type { LinkView } from '../../shared/payment-link.ts';
import { texts } from '../../shared/texts/window.ts';
import { type Live, useAnswer, useLive } from '../state/live.ts';
import type { FieldErrors } from './form.tsx';
import { CodeBlock, ProblemAlert } from './parts.tsx';

/** Renders its children once there is an answer. */
export function Loaded<R>(props: { of: Pick<Live<R | null>, 'data' | 'problem'>; children(answer: R): ReactNode }) {
  const { data, problem } = props.of;
  if (problem) return <ProblemAlert problem={problem} />;
  if (data === undefined) return <Skeleton height={280} />;
  return data === null ? <Text size="sm">{texts.common.gone}</Text> : props.children(data);
}

interface LoadedRecordProps<C extends 'products.get' | 'links.get'> {
  readonly channel: C;
  readonly id: string;
  /** `refused`: what the service rejected, by the form's field names. */
  children(record: NonNullable<Output<C>>, refused: FieldErrors | undefined): ReactNode;
}

/** A form for a record, below the service's answer if the service rejected it. */
export function LoadedRecord<C extends 'products.get' | 'links.get'>({ channel, id, children }: LoadedRecordProps<C>) {
  const { data, problem } = useAnswer(channel, { id } as Input<C>);
  const record = data as NonNullable<Output<C>> | null | undefined;
  const change = useRejectedChange(record);
  return (
    <Loaded of={{ data: change === undefined ? undefined : record, problem }}>
      {(loaded) => (
        <Stack gap={16}>
          <ServiceAnswer to={change} />
          {children(loaded, change?.refusedFields)}
        </Stack>
      )}
    </Loaded>
  );
}

/** The rejected change of a record: null if there is none, undefined while it loads. */
export function useRejectedChange(record: Pick<LinkView, 'sync' | 'changeId'> | null | undefined) {
  const id = record?.sync === 'rejected' ? record.changeId : null;
  const { data, problem } = useLive(id === null ? null : 'sync.get', { id: id ?? '' }, []);
  return id === null || problem ? null : data;
}

/** What the service answered to a rejected change, above the form that corrects it. */
export function ServiceAnswer({ to }: { readonly to: ReturnType<typeof useRejectedChange> }) {
  if (!to) return null;
  return (
    <Alert color="red" icon={<IconCircleX aria-hidden />} role="note">
      {to.explanation}
      {to.answer && (
        <details>
          <summary>{texts.sync.change.answer}</summary>
          <CodeBlock text={indentIfJson(to.answer)} />
        </details>
      )}
    </Alert>
  );
}
