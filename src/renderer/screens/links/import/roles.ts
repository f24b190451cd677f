// The options for the role of a column.

import type { ColumnRole } from '../../../../shared/link-import.ts';
import type { Currency } from '../../../../shared/money.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';

const t = texts.linkImport.columns;

interface RoleOption {
  readonly value: string;
  readonly label: string;
  readonly role: ColumnRole;
}

/** `columnName` is the first key of a column that becomes metadata. */
export function roleOptions(currencies: readonly Currency[], columnName = ''): RoleOption[] {
  const option = (role: ColumnRole, label = t.roles[role.kind]): RoleOption => ({ value: optionOf(role), label, role });
  const simple = (...kinds: Exclude<ColumnRole['kind'], 'price' | 'discount' | 'metadata'>[]) =>
    kinds.map((kind) => option({ kind }));
  const money = (kind: 'price' | 'discount') => [
    option({ kind, currencyId: null }),
    ...currencies.map(({ id, name }) => option({ kind, currencyId: id }, t.rolesInCurrency[kind]({ currency: name }))),
  ];
  return [
    ...simple('ignore', 'product', 'productId'),
    ...[...money('price'), ...money('discount')],
    ...simple('currency', 'singleUse'),
    option({ kind: 'metadata', key: columnName.slice(0, 200) }),
    ...simple('note'),
  ];
}

export const optionOf = (role: ColumnRole): string =>
  'currencyId' in role && role.currencyId !== null ? `${role.kind}:${role.currencyId}` : role.kind;

/** The name of a role, for the summary. */
export function roleName(role: ColumnRole, currencies: readonly Currency[]): string {
  if (role.kind === 'metadata') return shared.sales.export.metadata({ key: role.key });
  const option = roleOptions(currencies).find(({ value }) => value === optionOf(role));
  return option?.label ?? t.roles[role.kind];
}
