// The commands of a sale, shared by its row menu and its details, and those of the list.
import { IconCash, IconCashOff, IconLink, IconListDetails } from '@tabler/icons-react';
import { create } from 'zustand';
import type { Input } from '../../../shared/contract.ts';
import type { SaleRow } from '../../../shared/sale.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { commandsOf, type RowCommand } from '../../kit/commands.tsx';
import { notify, orNotify, report } from '../../kit/notify.tsx';
import { go } from '../../state/route.ts';

const t = texts.sales;

export const saleAddress = (id: string): string => `#/sales/${encodeURIComponent(id)}`;

async function mark(id: string, isSale: boolean): Promise<void> {
  if (!(await report(call('sales.mark', { id, isSale })))) return;
  const undo = () => report(call('sales.mark', { id, isSale: null }));
  notify('success', isSale ? t.marked : t.unmarked, { undo });
}

export function saleCommands({ id, linkId, state }: SaleRow): readonly RowCommand[] {
  const { showLink, mark: countIt, unmark } = t.commands;
  return commandsOf(
    linkId !== null && { label: showLink, Icon: IconLink, run: () => go(`#/links/${encodeURIComponent(linkId)}`) },
    state !== 'counted' && { label: countIt, Icon: IconCash, run: () => mark(id, true) },
    state !== 'ignored' && { label: unmark, Icon: IconCashOff, run: () => mark(id, false) },
  );
}

export const rowCommands = (sale: SaleRow): readonly RowCommand[] => [
  { label: texts.common.showDetails, Icon: IconListDetails, shortcut: 'open', run: () => go(saleAddress(sale.id)) },
  ...saleCommands(sale),
];

export async function exportSales(query: Input<'sales.exportCsv'>): Promise<void> {
  const saved = await orNotify(call('sales.exportCsv', query));
  if (saved) notify('success', t.exported(saved));
}

export interface SalesOf {
  readonly linkId: string | null;
  readonly productId: string | null;
}
export const OF_ALL: SalesOf = { linkId: null, productId: null };

/** The filter that the screen starts with, and how often it was requested. */
export const useSalesToShow = create<{ readonly of: SalesOf; readonly times: number }>(() => ({
  of: OF_ALL,
  times: 0,
}));

/** Opens the screen "Sales" with only those of one payment link or product. */
export function showSales(of: Partial<SalesOf>): void {
  useSalesToShow.setState(({ times }) => ({ of: { ...OF_ALL, ...of }, times: times + 1 }));
  go('#/sales');
}
