// The commands of a sale, shared by its row menu and its details.
import { IconCash, IconCashOff, IconLink, IconListDetails } from '@tabler/icons-react';
import type { Input } from '../../../shared/contract.ts';
import type { SaleRow } from '../../../shared/sale.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import type { RowCommand } from '../../components/row-commands.tsx';
import { go } from '../../state/route.ts';

const t = texts.sales;

export const saleAddress = (id: string): string => `#/sales/${encodeURIComponent(id)}`;

/** The product and the first metadata, as an order number. */
function namesOf({ product, metadata: [first] }: SaleRow): string {
  return [
    cutInMiddle(product ?? t.unknownProduct),
    ...(first ? [cutInMiddle(`${first.key} ${first.value}`)] : []),
  ].join(', ');
}

async function mark(sale: SaleRow, isSale: boolean): Promise<void> {
  const { id } = sale;
  const result = await call('sales.mark', { id, isSale });
  if (!result.ok) return notify('error', result.problem.message);
  const run = () => void call('sales.mark', { id, isSale: null });
  const which = { sale: namesOf(sale) };
  notify('success', isSale ? t.marked(which) : t.unmarked(which), { action: { label: texts.common.undo, run } });
}

export function saleCommands(sale: SaleRow): readonly RowCommand[] {
  const { linkId, state } = sale;
  const showLink = {
    label: t.commands.showLink,
    Icon: IconLink,
    run: () => go(`#/links/${encodeURIComponent(linkId ?? '')}`),
  };
  return [
    ...(linkId === null ? [] : [showLink]),
    ...(state === 'counted' ? [] : [{ label: t.commands.mark, Icon: IconCash, run: () => void mark(sale, true) }]),
    ...(state === 'ignored'
      ? []
      : [{ label: t.commands.unmark, Icon: IconCashOff, run: () => void mark(sale, false) }]),
  ];
}

export const rowCommands = (sale: SaleRow): readonly RowCommand[] => [
  { label: t.commands.open, Icon: IconListDetails, shortcut: 'open', run: () => go(saleAddress(sale.id)) },
  ...saleCommands(sale),
];

export async function exportSales(query: Input<'sales.exportCsv'>): Promise<void> {
  const answer = await call('sales.exportCsv', query);
  if (!answer.ok) notify('error', answer.problem.message);
  else if (answer.value) notify('success', t.exported({ rows: answer.value.rows, file: answer.value.file }));
}
