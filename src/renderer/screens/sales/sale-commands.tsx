// The commands of a sale, shared by its row menu and its details.
import { Text } from '@mantine/core';
import { IconCash, IconCashOff, IconLink, IconListDetails } from '@tabler/icons-react';
import type { Input } from '../../../shared/contract.ts';
import type { SaleRow } from '../../../shared/sale.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import type { RowCommand } from '../../components/row-commands.tsx';
import { ask } from '../../state/dialogs.ts';
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

/** Asks first where a sale that counts already may be the same one. */
async function markAsSold(sale: SaleRow): Promise<void> {
  const { id } = sale;
  const alike = await call('sales.alike', { id });
  if (!alike.ok) return notify('error', alike.problem.message);
  if (alike.value === null) return void mark(sale, true);
  ask({
    title: t.alike.title,
    body: <Text size="sm">{t.alike.meaning({ at: alike.value.at })}</Text>,
    confirm: t.commands.mark,
    failed: t.alike.notMarked,
    act: () => mark(sale, true, false),
  });
}

async function mark(sale: SaleRow, isSale: boolean, saysFailure = true) {
  const result = await call('sales.mark', { id: sale.id, isSale });
  if (result.ok) {
    const action = { label: texts.common.undo, run: () => void mark(sale, !isSale) };
    const which = { sale: namesOf(sale) };
    notify('success', isSale ? t.marked(which) : t.unmarked(which), { action });
  } else if (saysFailure) notify('error', result.problem.message);
  return result;
}

export function saleCommands(sale: SaleRow): readonly RowCommand[] {
  const { linkId, state } = sale;
  const counts = state === 'verified' || state === 'marked';
  return [
    ...(linkId === null
      ? []
      : [
          {
            label: t.commands.showLink,
            Icon: IconLink,
            run: () => go(`#/links/${encodeURIComponent(linkId)}`),
          },
        ]),
    {
      label: counts ? t.commands.unmark : t.commands.mark,
      Icon: counts ? IconCashOff : IconCash,
      run: () => void (counts ? mark(sale, false) : markAsSold(sale)),
    },
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
