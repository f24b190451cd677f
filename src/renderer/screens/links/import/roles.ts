// What a column can be, as a list to choose from.
import type { ColumnRole } from '../../../../shared/link-import.ts';
import type { Currency } from '../../../../shared/money.ts';

export interface RoleOption {
  readonly value: string;
  readonly label: string;
}

const SIMPLE = ['ignore', 'product', 'productId', 'productNumber', 'currency', 'singleUse', 'otherMetadata'] as const;
type Simple = (typeof SIMPLE)[number];

const WORDS: Readonly<Record<Simple, string>> = {
  ignore: 'Not used',
  product: 'Product (title or id)',
  productId: 'Product id',
  productNumber: 'Product number (in its address)',
  currency: 'Currency',
  singleUse: 'Single use',
  otherMetadata: 'Other metadata (JSON)',
};

export function roleOptions(currencies: readonly Currency[]): RoleOption[] {
  const simple = (kind: Simple): RoleOption => ({ value: kind, label: WORDS[kind] });
  const money = (kind: 'price' | 'discount', words: string): RoleOption[] => [
    { value: kind, label: words },
    ...currencies.map(({ id, name }) => ({ value: `${kind}:${id}`, label: `${words} in ${name}` })),
  ];
  return [
    ...[simple('ignore'), simple('product'), simple('productId'), simple('productNumber')],
    ...[...money('price', 'Price'), ...money('discount', 'Discounted price')],
    ...[simple('currency'), simple('singleUse'), { value: 'metadata', label: 'Metadata' }, simple('otherMetadata')],
  ];
}

export const optionOf = (role: ColumnRole): string =>
  (role.kind === 'price' || role.kind === 'discount') && role.currencyId !== null
    ? `${role.kind}:${role.currencyId}`
    : role.kind;

/** The role that was chosen; a metadata column begins with its own name as the key. */
export function roleOf(value: string, columnName: string): ColumnRole {
  const [kind, currencyId] = value.split(':');
  if (kind === 'price' || kind === 'discount') {
    return { kind, currencyId: currencyId === undefined ? null : Number(currencyId) };
  }
  if (kind === 'metadata') return { kind, key: columnName.slice(0, 200) };
  return { kind: SIMPLE.find((one) => one === kind) ?? 'ignore' };
}
