// The raw cells of a row with errors, for the seller to correct.
import type { ColumnRole, ImportRow } from '../../../shared/link-import.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { namesProduct } from './columns.ts';

/** `price` joins the price, the discounted price and the currency. */
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

/** Characters of a cell. An unclosed quotation mark turns a whole file into one cell. */
const SHOWN = 500;

const MONEY: ReadonlySet<string> = new Set<ColumnRole['kind']>(['price', 'discount', 'currency']);
