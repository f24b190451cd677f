// The commands of a sale, shared by its row menu and its details.
import { Text } from '@mantine/core';
import { IconCash, IconCashOff, IconLink, IconListDetails } from '@tabler/icons-react';
import type { Input } from '../../../shared/contract.ts';
import type { SaleRow } from '../../../shared/sale.ts';
import { texts as later } from '../../../shared/texts/later.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import type { RowCommand } from '../../components/row-commands.tsx';
import { toast } from '../../components/toast.tsx';
import { ask } from '../../state/dialogs.ts';
import { go } from '../../state/route.ts';

const t = later.sales;

export const saleAddress = (id: string): string => `#/sales/${encodeURIComponent(id)}`;

/** Asks first where a sale that counts already may be the same one. */
async function markAsSold(id: string): Promise<void> {
  const alike = await call('sales.alike', { id });
  if (!alike.ok) return toast('error', alike.problem.message);
  if (alike.value === null) return void mark(id, true);
  ask({
    title: t.alike.title,
    body: <Text size="sm">{t.alike.meaning({ at: alike.value.at })}</Text>,
    confirm: t.commands.mark,
    failed: t.alike.notMarked,
    act: () => mark(id, true, false),
  });
}

async function mark(id: string, isSale: boolean, saysFailure = true) {
  const result = await call('sales.mark', { id, isSale });
  if (result.ok) {
    const undo = { label: texts.common.undo, run: () => void mark(id, !isSale) };
    toast('success', isSale ? t.marked : t.unmarked, undo);
  } else if (saysFailure) toast('error', result.problem.message);
  return result;
}

export function saleCommands({ id, linkId, state }: SaleRow): readonly RowCommand[] {
  const isMarked = state === 'marked';
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
    ...(state === 'verified'
      ? []
      : [
          {
            label: isMarked ? t.commands.unmark : t.commands.mark,
            Icon: isMarked ? IconCashOff : IconCash,
            run: () => void (isMarked ? mark(id, false) : markAsSold(id)),
          },
        ]),
  ];
}

export const rowCommands = (sale: SaleRow): readonly RowCommand[] => [
  { label: t.commands.open, Icon: IconListDetails, shortcut: 'open', run: () => go(saleAddress(sale.id)) },
  ...saleCommands(sale),
];

export async function exportSales(query: Input<'sales.exportCsv'>): Promise<void> {
  const answer = await call('sales.exportCsv', query);
  if (!answer.ok) toast('error', answer.problem.message);
  else if (answer.value) toast('success', t.exported({ rows: answer.value.rows, file: answer.value.file }));
}
