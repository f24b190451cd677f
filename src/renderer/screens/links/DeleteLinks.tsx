// "Delete payment links": one question for many links, and the result.
import { Button, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { enumerated } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call, type Problem } from '../../bridge.ts';
import { notify, shownStoreId } from '../../components/notify.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { DialogFoot, WorkButton } from '../../components/parts.tsx';
import { undoOf } from '../../components/undo.ts';
import { openDialog } from '../../state/dialogs.ts';
import { useLive } from '../../state/live.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import { LinksToDelete, NotShown } from './LinksToDelete.tsx';

const t = texts.links.deletionOfMany;

/** How many links are listed at first. */
const NAMED = 5;

interface DeleteLinksProps {
  readonly ids: readonly string[];
  /** How many of them the list does not show. */
  readonly hidden: number;
  close(): void;
  deleted(): void;
}

function DeleteLinks({ ids, hidden, close, deleted }: DeleteLinksProps) {
  const [most, setMost] = useState(NAMED);
  const { data: before, problem: unread } = useLive('links.beforeDelete', { ids: [...ids], most }, []);
  const [refused, setRefused] = useState<Problem | null>(null);
  const problem = refused ?? unread;
  const [busy, setBusy] = useState(false);
  const deleting = useOneAtATime();
  const act = () =>
    deleting.run(async () => {
      setBusy(true);
      const storeId = shownStoreId();
      const answer = await call('links.deleteMany', { ids: [...ids] });
      setBusy(false);
      if (!answer.ok) {
        setRefused(answer.problem);
        return;
      }
      toastDeleted(storeId, answer.value);
      deleted();
    });
  const canDelete = before !== undefined && before.toDelete + before.toTakeBack > 0;
  return (
    <Stack gap={16}>
      <NotShown count={ids.length} hidden={hidden} />
      {before ? <Consequences {...before} showAll={() => setMost(ids.length)} /> : !problem && <Skeleton height={64} />}
      <DialogFoot
        above={
          <>
            {deleting.slow && <Progress value={100} animated aria-label={t.deleting} />}
            <ProblemAlert title={t.notAllDeleted} problem={problem} />
          </>
        }
      >
        <Button variant="default" onClick={close} disabled={busy} data-autofocus>
          {texts.common.cancel}
        </Button>
        <WorkButton color="red" disabled={!canDelete} busy={busy} onClick={() => void act()}>
          {t.confirm}
        </WorkButton>
      </DialogFoot>
    </Stack>
  );
}

function toastDeleted(storeId: string, deleted: Output<'links.deleteMany'>): void {
  const { queued, withdrawn, left, deletions } = deleted;
  const { done } = t;
  const parts = [
    ...(queued > 0 ? [done.saved({ queued })] : []),
    ...(withdrawn > 0 ? [done.withdrawn({ withdrawn })] : []),
    ...(left > 0 ? [done.left({ left })] : []),
  ];
  const message = parts.length === 0 ? t.alreadyDeleted : enumerated(parts);
  const undoWithdrawn = undoOf(deleted.undo);
  const run = async () => {
    undoWithdrawn?.run();
    const answer = await call('links.keepMany', { storeId, deletions });
    if (!answer.ok) return notify('error', answer.problem.message);
    const { kept, late } = answer.value;
    notify(late > 0 ? 'attention' : 'success', t.stay({ kept, sent: late }));
  };
  const undo = { label: texts.common.undo, run: () => void run() };
  notify('success', message, { action: deletions.length === 0 ? undoWithdrawn : undo });
}

function Consequences(props: Output<'links.beforeDelete'> & { showAll(): void }) {
  const { toDelete, withoutAddress, toTakeBack, left, olderStay, first, showAll } = props;
  const all = toDelete + toTakeBack;
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600}>
        {all === 0 ? t.none : t.question({ links: all })}
      </Text>
      {toDelete > withoutAddress && <Text size="sm">{t.addressesStop({ links: toDelete - withoutAddress })}</Text>}
      {withoutAddress > 0 && <Text size="sm">{t.withoutAddress({ links: withoutAddress })}</Text>}
      {toTakeBack > 0 && <Text size="sm">{t.takenBack({ links: toTakeBack })}</Text>}
      {olderStay > 0 && <Text size="sm">{t.olderStay({ links: olderStay })}</Text>}
      {left > 0 && <Text size="sm">{t.left({ links: left })}</Text>}
      {/* Last, so that the consequences stay visible however long the list is. */}
      {all > 0 && <LinksToDelete links={first} all={all} showAll={showAll} />}
    </Stack>
  );
}

/** "Delete payment links". `hidden`: how many of them the list does not show. `deleted` is called after the deletion. */
export function openDeleteLinks(ids: readonly string[], hidden: number, deleted: () => void): void {
  openDialog(texts.links.deletionOfMany.title, 600, (close) => (
    <DeleteLinks
      ids={ids}
      hidden={hidden}
      close={close}
      deleted={() => {
        close();
        deleted();
      }}
    />
  ));
}
