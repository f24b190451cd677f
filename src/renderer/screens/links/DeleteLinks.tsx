// "Delete payment links": one question about many links, and what came of it.
import { Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { call, type Problem } from '../../bridge.ts';
import { openDialog } from '../../components/dialog.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { toast } from '../../components/toast.tsx';
import { undoOf } from '../../components/undo.ts';
import { WorkButton } from '../../components/WorkButton.tsx';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import { counted } from './many-links.ts';

/** Asks whether these links shall be deleted. `deleted` is told when they are. */
export function openDeleteLinks(ids: readonly string[], deleted: () => void): void {
  openDialog('Delete payment links', 440, (close) => (
    <Question
      ids={ids}
      close={close}
      deleted={() => {
        close();
        deleted();
      }}
    />
  ));
}

function Question(props: { readonly ids: readonly string[]; close(): void; deleted(): void }) {
  const { ids, close, deleted } = props;
  const [before, setBefore] = useState<Output<'links.beforeDelete'> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const deleting = useOneAtATime();
  useEffect(() => {
    void call('links.beforeDelete', { ids: [...ids] }).then((answer) =>
      answer.ok ? setBefore(answer.value) : setProblem(answer.problem),
    );
  }, [ids]);
  const act = () =>
    deleting.run(async () => {
      setBusy(true);
      const answer = await call('links.deleteMany', { ids: [...ids] });
      setBusy(false);
      if (!answer.ok) {
        setProblem(answer.problem);
        return;
      }
      toast('success', told(answer.value), undoOf(answer.value.undo));
      deleted();
    });
  const canDelete = before !== null && before.toDelete + before.toTakeBack > 0;
  return (
    <Stack gap={16}>
      {before ? <Consequences {...before} /> : !problem && <Skeleton height={64} />}
      {deleting.slow && <Progress value={100} animated aria-label="Deleting links" />}
      <ProblemAlert title="Not all links were deleted" problem={problem} />
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={close} disabled={busy} data-autofocus>
          Cancel
        </Button>
        <WorkButton color="red" disabled={!canDelete} busy={busy} onClick={() => void act()}>
          Delete links
        </WorkButton>
      </Group>
    </Stack>
  );
}

function Consequences({ toDelete, toTakeBack, left }: Output<'links.beforeDelete'>) {
  const all = toDelete + toTakeBack;
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600}>
        {all === 0 ? 'None of these links can be deleted.' : `Delete ${counted(all, 'payment link')}?`}
      </Text>
      {toDelete > 0 && (
        <Text size="sm">
          {toDelete === 1
            ? '1 address stops working for everyone who has it.'
            : `${toDelete.toLocaleString()} addresses stop working for everyone who has them.`}{' '}
          The service cannot bring them back.
        </Text>
      )}
      {toTakeBack > 0 && (
        <Text size="sm">
          {counted(toTakeBack, 'link has', 'links have')} not left this computer yet: taken back, and nothing is sent.
        </Text>
      )}
      {left > 0 && (
        <Text size="sm">
          {counted(left, 'link stays', 'links stay')} as before: being deleted already, or without a uuid in the
          address.
        </Text>
      )}
    </Stack>
  );
}

/** "12 deletions saved, 3 taken back". */
function told({ queued, withdrawn, left }: Output<'links.deleteMany'>): string {
  const parts = [
    ...(queued > 0 ? [`${counted(queued, 'deletion')} saved`] : []),
    ...(withdrawn > 0 ? [`${withdrawn.toLocaleString()} taken back`] : []),
    ...(left > 0 ? [`${left.toLocaleString()} not deleted`] : []),
  ];
  return parts.length === 0 ? 'These links are gone already' : parts.join(', ');
}
