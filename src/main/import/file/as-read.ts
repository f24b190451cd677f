// The cells of a row of which no link can be made, as they were read: what the seller has to put right.
import type { ColumnRole, ImportRow } from '../../../shared/link-import.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { namesProduct } from './columns.ts';

/** `price` has the price, the discounted price and the currency, as far as they are there. */
export function cellsAsRead(
  cells: readonly string[],
  roles: readonly ColumnRole[],
): { readonly product: string } & NonNullable<ImportRow['read']> {
  const filled = roles.flatMap((role, at) => {
    const text = cutInMiddle(cells[at]?.trim() ?? '', SHOWN);
    return text === '' ? [] : [{ role, text }];
  });
  const money = filled.filter(({ role }) => MONEY.has(role.kind));
  const metadata = filled.flatMap(({ role, text }) => {
    if (role.kind === 'metadata') return { key: role.key, value: text };
    return role.kind === 'otherMetadata' ? { key: '', value: text } : [];
  });
  return {
    product: filled.find(({ role }) => namesProduct(role))?.text ?? '',
    price: money.map(({ text }) => text).join(' · '),
    metadata,
  };
}

/** Characters of a cell. A quotation mark that is never closed makes one of a whole file. */
const SHOWN = 500;

const MONEY: ReadonlySet<string> = new Set<ColumnRole['kind']>(['price', 'discount', 'currency']);
