// The commands of the Sync screen: for a change, for a row of a whole batch, and "Sync now".
import {
  IconCheck,
  IconLink,
  IconListDetails,
  IconPackage,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import type { ChangeDetail, ChangeRow } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { commandsOf, type RowCommand } from '../../kit/commands.tsx';
import { ask } from '../../kit/dialogs.tsx';
import { notify, orNotify, report } from '../../kit/notify.tsx';
import { go } from '../../state/route.ts';
import { openLinkEditor } from '../links/LinkDialogs.tsx';
import { openDefaultPrice } from '../products/DefaultPriceForm.tsx';
import { openProductEditor } from '../products/ProductForm.tsx';
import { decide } from './decision-questions.tsx';
import { openMarkAsSent } from './MarkAsSentForm.tsx';

const t = texts.sync;

/** Retries everything that can be sent. The rows say what still waits, and why. */
export async function syncNow(): Promise<void> {
  const answer = await orNotify(call('sync.now', undefined));
  if (answer?.open === 0) notify('information', t.nothingWaits);
}

/** Opens the original form with the values of the change. */
function edit({ kind, productId, linkId }: ChangeDetail): void {
  if (kind === 'settings.update') go('#/webhook');
  else if (kind === 'link.create' && linkId !== null) openLinkEditor(linkId);
  else if (kind === 'product.create' && productId !== null) openProductEditor(productId);
  else if (kind === 'product.update' && productId !== null) openDefaultPrice(productId);
}

/** The decisions that are possible now. */
export const decisionsAbout = (change: ChangeDetail): readonly RowCommand[] =>
  commandsOf(
    change.can.markAsSent !== null && {
      label: t.decisions.markAsSent,
      Icon: IconCheck,
      run: () => openMarkAsSent(change),
    },
    change.can.edit && { label: t.decisions.editAndSendAgain, Icon: IconPencil, run: () => edit(change) },
    change.can.sendAgain && {
      label: t.decisions.sendAgain,
      Icon: IconSend,
      run: () => decide('sendAgain', [change.id]),
    },
    change.can.discard && {
      label: t.decisions.discard,
      Icon: IconTrash,
      danger: true,
      run: () => decide('discard', [change.id]),
    },
  );

const show = (label: string, Icon: RowCommand['Icon'], address: string): RowCommand => ({
  label,
  Icon,
  run: () => go(address),
});

/** The commands of a change, waiting or in the history, for its menu. */
export async function changeCommands({ id }: ChangeRow): Promise<readonly RowCommand[]> {
  const change = await orNotify(call('sync.get', { id }));
  if (!change) return [];
  const { productId, linkId } = change;
  return commandsOf(
    { ...show(texts.common.showDetails, IconListDetails, `#/sync/${id}`), shortcut: 'open' },
    ...decisionsAbout(change),
    linkId !== null && show(t.rowMenu.link, IconLink, `#/links/${encodeURIComponent(linkId)}`),
    productId !== null && show(t.rowMenu.product, IconPackage, `#/products/${encodeURIComponent(productId)}`),
  );
}

export type BatchRow = ChangeRow & { readonly batch: NonNullable<ChangeRow['batch']> };

export const isBatch = (row: ChangeRow): row is BatchRow => row.batch !== null;

/** The address of the import, or of the links for any other batch. */
export const batchAddress = ({ batch: { importId } }: BatchRow): string =>
  importId === null ? '#/links' : `#/links/import/${encodeURIComponent(importId)}`;

export function batchCommands(row: BatchRow): readonly RowCommand[] {
  const { id, brief, batch } = row;
  const { isPaused, waiting } = batch;
  const cancel = () =>
    ask({
      title: brief.name,
      body: t.batch.cancelQuestion({ waiting }),
      confirm: t.batch.cancel,
      cancel: t.batch.keep,
      danger: true,
      failed: t.notDecided,
      act: () => call('links.cancelBatch', { id }),
    });
  return [
    { ...show(t.batch.open, IconListDetails, batchAddress(row)), shortcut: 'open' },
    {
      label: isPaused ? t.batch.resume : t.batch.pause,
      Icon: isPaused ? IconPlayerPlay : IconPlayerPause,
      run: () => report(call('links.setBatchPaused', { id, isPaused: !isPaused })),
    },
    { label: t.batch.cancel, Icon: IconTrash, danger: true, run: cancel },
  ];
}
