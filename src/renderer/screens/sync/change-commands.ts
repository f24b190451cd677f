// The commands of a change: the decisions about it, and links to its record.
import {
  IconCheck,
  IconLink,
  IconListDetails,
  IconPackage,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import type { ChangeDetail, ChangeRow } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import type { RowCommand, RowMenuSource } from '../../kit/commands.tsx';
import { notify } from '../../kit/notify.tsx';
import { go } from '../../state/route.ts';
import { openLinkEditor } from '../links/LinkDialogs.tsx';
import { openDefaultPrice } from '../products/DefaultPriceForm.tsx';
import { openProductEditor } from '../products/ProductForm.tsx';
import { discard, sendAgain } from './decisions.tsx';
import { openMarkAsSent } from './MarkAsSentForm.tsx';

const t = texts.sync;

/** Opens the original form with the values of the change. */
function edit({ kind, productId, linkId }: ChangeDetail): void {
  if (kind === 'settings.update') go('#/webhook');
  else if (kind === 'link.create' && linkId !== null) openLinkEditor(linkId);
  else if (kind === 'product.create' && productId !== null) openProductEditor(productId);
  else if (kind === 'product.update' && productId !== null) openDefaultPrice(productId);
}

/** The decisions available now. */
export function decisionsAbout(change: ChangeDetail): readonly RowCommand[] {
  const { can } = change;
  return [
    ...(can.markAsSent ? [{ label: t.decisions.markAsSent, Icon: IconCheck, run: () => openMarkAsSent(change) }] : []),
    ...(can.edit ? [{ label: t.decisions.editAndSendAgain, Icon: IconPencil, run: () => edit(change) }] : []),
    ...(can.sendAgain ? [{ label: t.decisions.sendAgain, Icon: IconSend, run: () => sendAgain(change) }] : []),
    ...(can.discard ? [{ label: t.decisions.discard, Icon: IconTrash, danger: true, run: () => discard(change) }] : []),
  ];
}

/** The row menu in both lists. */
export const CHANGE_MENU: RowMenuSource<ChangeRow> = {
  label: (row) => texts.links.table.moreActions({ product: row.title }),
  async commands({ id }) {
    const answer = await call('sync.get', { id });
    if (!answer.ok) notify('error', answer.problem.message);
    if (!answer.ok || answer.value === null) return [];
    const { productId, linkId } = answer.value;
    const to = (address: string) => () => go(address);
    return [
      { label: texts.common.showDetails, Icon: IconListDetails, shortcut: 'open', run: to(`#/sync/${id}`) },
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
