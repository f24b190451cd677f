// The options for the role of a column.

import type { ColumnRole } from '../../../../shared/link-import.ts';
import type { Currency } from '../../../../shared/money.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';

const t = texts.linkImport.columns;

interface RoleOption {
  readonly value: string;
  readonly label: string;
}

const SIMPLE = ['ignore', 'product', 'productId', 'currency', 'singleUse', 'otherMetadata', 'note'] as const;

export function roleOptions(currencies: readonly Currency[]): RoleOption[] {
  const option = (kind: ColumnRole['kind']): RoleOption => ({ value: kind, label: t.roles[kind] });
  const money = (kind: 'price' | 'discount'): RoleOption[] => [
    option(kind),
    ...currencies.map(({ id, name }) => ({
      value: `${kind}:${id}`,
      label: t.rolesInCurrency[kind]({ currency: name }),
    })),
  ];
  return [
    ...[option('ignore'), option('product'), option('productId')],
    ...[...money('price'), ...money('discount')],
    ...[option('currency'), option('singleUse'), option('metadata'), option('otherMetadata'), option('note')],
  ];
}

/** A role in a few words. */
export function roleName(role: ColumnRole, currencies: readonly Currency[]): string {
  if (role.kind === 'metadata') return shared.sales.export.metadata({ key: role.key });
  const option = roleOptions(currencies).find(({ value }) => value === optionOf(role));
  return option?.label ?? t.roles[role.kind];
}

export const optionOf = (role: ColumnRole): string =>
  (role.kind === 'price' || role.kind === 'discount') && role.currencyId !== null
    ? `${role.kind}:${role.currencyId}`
    : role.kind;

/** The chosen role. A metadata column starts with its own name as the key. */
export function roleOf(value: string, columnName: string): ColumnRole {
  const [kind, currencyId] = value.split(':');
  if (kind === 'price' || kind === 'discount') {
    return { kind, currencyId: currencyId === undefined ? null : Number(currencyId) };
  }
  if (kind === 'metadata') return { kind, key: columnName.slice(0, 200) };
  return { kind: SIMPLE.find((one) => one === kind) ?? 'ignore' };
}
