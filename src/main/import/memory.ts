// Remembers the roles of columns by name, and how their prices were read, for the next file with these columns.
import type { ColumnRole, ImportChoices } from '../../shared/link-import.ts';
import type { Fact } from '../catalog/fact.ts';
import { isOwnColumn } from './file/columns.ts';

interface Remembered extends Pick<ImportChoices, 'productId' | 'currencyId' | 'decimal'> {
  readonly names: string;
  /** Pairs of column name and role; not an object, because a name may be "__proto__". */
  readonly roles: readonly (readonly [string, ColumnRole])[];
}
export interface ColumnMemory {
  readonly remembered: readonly Remembered[];
}
const FILES_KEPT = 100;

/** Ignores case. */
const keyOf = (name: string): string => name.toLowerCase();

/** Ignores columns that this app adds to its own files. */
const namesOf = (columns: readonly string[]): string =>
  JSON.stringify(columns.flatMap((name) => (isOwnColumn(name) ? [] : keyOf(name))).sort());

/** How the last file with these columns was read; null if there was none. */
export function recall({ remembered }: ColumnMemory, columns: readonly string[]) {
  const known = remembered.find(({ names }) => names === namesOf(columns));
  if (!known) return null;
  const roles = new Map(known.roles);
  return { ...known, roles: columns.map((name): ColumnRole => roles.get(keyOf(name)) ?? { kind: 'ignore' }) };
}

/** Saves in the caller's transaction. */
export function remember(
  memory: Fact<ColumnMemory>,
  columns: readonly string[],
  { roles: rolesNow, productId, currencyId, decimal }: ImportChoices,
): void {
  const names = namesOf(columns);
  const roles = columns.map((name, at) => [keyOf(name), rolesNow[at] ?? { kind: 'ignore' }] as const);
  const others = memory.value.remembered.filter((one) => one.names !== names);
  const latest = { names, roles, productId, currencyId, decimal };
  memory.put({ remembered: [latest, ...others].slice(0, FILES_KEPT) });
}
