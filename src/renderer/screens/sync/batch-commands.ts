// The commands of a row that stands for a whole batch.
import { IconListDetails, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { ChangeRow } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import type { RowCommand } from '../../kit/commands.tsx';
import { ask } from '../../kit/dialogs.tsx';
import { notify } from '../../kit/notify.tsx';
import { go } from '../../state/route.ts';

const t = texts.sync.batch;

export type BatchRow = ChangeRow & { readonly batch: NonNullable<ChangeRow['batch']> };

export const isBatch = (row: ChangeRow): row is BatchRow => row.batch !== null;

/** Shows an import with its rows; of any other batch, the links that wait. */
export function openBatch({ batch: { importId } }: BatchRow): void {
  go(importId === null ? '#/links' : `#/links/import/${encodeURIComponent(importId)}`);
}

async function setPaused(id: string, isPaused: boolean): Promise<void> {
  const answer = await call('links.setBatchPaused', { id, isPaused });
  if (!answer.ok) notify('error', answer.problem.message);
}

function askToCancel({ id, brief, batch: { waiting } }: BatchRow): void {
  ask({
    title: brief.name,
    body: t.cancelQuestion({ waiting }),
    confirm: t.cancel,
    cancel: t.keep,
    danger: true,
    failed: texts.sync.notDecided,
    act: () => call('links.cancelBatch', { id }),
  });
}

export function batchCommands(row: BatchRow): readonly RowCommand[] {
  const { id, batch } = row;
  const { isPaused } = batch;
  return [
    { label: texts.common.showDetails, Icon: IconListDetails, shortcut: 'open', run: () => openBatch(row) },
    isPaused
      ? { label: t.resume, Icon: IconPlayerPlay, run: () => void setPaused(id, false) }
      : { label: t.pause, Icon: IconPlayerPause, run: () => void setPaused(id, true) },
    { label: t.cancel, Icon: IconTrash, danger: true, run: () => askToCancel(row) },
  ];
}
