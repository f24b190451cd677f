// The commands of a change: the decisions about it, and links to its record.
import { List, Stack, Text } from '@mantine/core';
import {
  IconCheck,
  IconLink,
  IconListDetails,
  IconPackage,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { type ActionDetail, type ActionRow, isRepeatable } from '../../../shared/action.ts';
import { cutTitle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import type { RowCommand, RowMenuSource } from '../../components/row-commands.tsx';
import { undoOf } from '../../components/undo.ts';
import { ask } from '../../state/dialogs.ts';
import { go } from '../../state/route.ts';
import { openLinkEditor } from '../links/LinkDialogs.tsx';
import { openDefaultPrice } from '../products/DefaultPriceForm.tsx';
import { openProductEditor } from '../products/ProductForm.tsx';
import { openMarkAsSent } from './MarkAsSentForm.tsx';
import { mayExistQuestion } from './may-exist.tsx';
import { ChangeTitle } from './RowTitle.tsx';

const t = texts.sync;

async function resend({ id, tried }: ActionDetail) {
  const result = await call('sync.sendAgain', { id, tried });
  if (result.ok) notify('success', t.sendAgain.willBeSent);
  return result;
}

/** A create may exist already, so the seller must decide knowingly to send it again. */
async function sendAgain(change: ActionDetail): Promise<void> {
  if (change.state === 'needs-review' && !isRepeatable(change.kind)) {
    ask({ ...mayExistQuestion(change), failed: t.sendAgain.notSent, act: () => resend(change) });
    return;
  }
  const result = await resend(change);
  if (!result.ok) notify('error', result.problem.message);
}

function discard({ id, title, dependents, discardMeans, tried }: ActionDetail): void {
  ask({
    title: dependents.length > 0 ? t.discard.titleMany : t.discard.titleOne,
    body: (
      <Stack gap={8}>
        <ChangeTitle title={title} />
        <Text size="sm">{discardMeans}</Text>
        {dependents.length > 0 && (
          <>
            <Text size="sm">{t.discard.dependents({ count: dependents.length })}</Text>
            <List size="sm" mah={200} style={{ overflow: 'auto' }} tabIndex={0}>
              {dependents.map(({ actionId, title }) => (
                <List.Item key={actionId}>{title}</List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    ),
    confirm: t.decisions.discard,
    danger: true,
    failed: t.discard.notDiscarded,
    act: async () => {
      const result = await call('sync.discard', {
        id,
        withDependents: dependents.length > 0,
        tried,
      });
      if (result.ok) {
        const { undo } = result.value;
        notify(
          'success',
          dependents.length > 0 ? t.discard.manyDiscarded : t.discard.oneDiscarded({ change: cutTitle(title) }),
          { action: undoOf(undo) },
        );
      }
      return result;
    },
  });
}

/** Opens the original form with the values of the change. */
function edit({ kind, productId, linkId }: ActionDetail): void {
  switch (kind) {
    case 'product.create':
      if (productId !== null) openProductEditor(productId);
      return;
    case 'product.update':
      if (productId !== null) openDefaultPrice(productId);
      return;
    case 'link.create':
      if (linkId !== null) openLinkEditor(linkId);
      return;
    case 'settings.update':
      go('#/webhook');
      return;
    case 'link.delete':
      // A deletion has nothing to edit; `can.edit` is never set for it.
      return;
  }
}

/** The decisions available now. */
export function decisionsAbout(change: ActionDetail): readonly RowCommand[] {
  const { can, state } = change;
  const { markAsSent, editAndSendAgain, edit: editIt, sendAgain: again, discard: discardIt } = t.decisions;
  return [
    ...(can.markAsSent ? [{ label: markAsSent, Icon: IconCheck, run: () => openMarkAsSent(change) }] : []),
    ...(can.edit
      ? [{ label: state === 'rejected' ? editAndSendAgain : editIt, Icon: IconPencil, run: () => edit(change) }]
      : []),
    ...(can.sendAgain ? [{ label: again, Icon: IconSend, run: () => void sendAgain(change) }] : []),
    ...(can.discard ? [{ label: discardIt, Icon: IconTrash, danger: true, run: () => discard(change) }] : []),
  ];
}

/** The row menu in both lists: decisions, and links to its record. */
export const CHANGE_MENU: RowMenuSource<ActionRow> = {
  label: (row) => texts.links.table.moreActions({ product: row.title }),
  async commands({ id }) {
    const answer = await call('sync.get', { id });
    if (!answer.ok) notify('error', answer.problem.message);
    if (!answer.ok || answer.value === null) return [];
    const { productId, linkId } = answer.value;
    const to = (address: string) => () => go(address);
    return [
      { label: t.rowMenu.open, Icon: IconListDetails, shortcut: 'open', run: to(`#/sync/${id}`) },
      ...decisionsAbout(answer.value),
      ...(linkId === null
        ? []
        : [{ label: t.rowMenu.link, Icon: IconLink, run: to(`#/links/${encodeURIComponent(linkId)}`) }]),
      ...(productId === null
        ? []
        : [{ label: t.rowMenu.product, Icon: IconPackage, run: to(`#/products/${encodeURIComponent(productId)}`) }]),
    ];
  },
};
