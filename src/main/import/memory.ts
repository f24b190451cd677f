// Remembers the roles of columns by name, and how their prices were read, so that the next file with these columns is read in the same way.
import { z } from 'zod';
import { type ColumnRole, columnRoleSchema, decimalSignSchema, type ImportChoices } from '../../shared/link-import.ts';
import { isOwnColumn } from './file/columns.ts';

/** Roles by column name. Pairs, because a name may be "__proto__". */
export const columnMemorySchema = z.object({
  remembered: z.array(
    z.object({
      names: z.string(),
      roles: z.array(z.tuple([z.string(), columnRoleSchema])),
      productId: z.string().nullable(),
      currencyId: z.int(),
      decimal: decimalSignSchema.nullable(),
    }),
  ),
});
export type ColumnMemory = z.infer<typeof columnMemorySchema>;
export const MAPPINGS_KEPT = 100;

type RememberedColumns = ColumnMemory['remembered'][number];

/** Names match in any case. */
const keyOf = (name: string): string => name.trim().toLowerCase();

const namesOf = (columns: readonly string[]): string => JSON.stringify(columns.map(keyOf).sort());

/** Skips the columns that this app adds to its own files. */
const usedNames = (names: string): string =>
  JSON.stringify((JSON.parse(names) as string[]).filter((name) => !isOwnColumn(name)));

/** The remembered roles of these columns, in order; null unless all are known. */
export function recall(
  { remembered }: ColumnMemory,
  columns: readonly string[],
): { readonly roles: ColumnRole[]; readonly known: RememberedColumns } | null {
  const names = namesOf(columns);
  const used = usedNames(names);
  const known =
    remembered.find((one) => one.names === names) ?? remembered.find((one) => usedNames(one.names) === used);
  if (!known) return null;
  const roles = columns.flatMap((name): ColumnRole | never[] => {
    return roleCalled(name, known) ?? (isOwnColumn(name) ? { kind: 'ignore' } : []);
  });
  return roles.length === columns.length ? { roles, known } : null;
}

/** Matches the exact name first, then the only name that differs in case alone. */
function roleCalled(name: string, { roles }: RememberedColumns): ColumnRole | null {
  const exact = roles.find(([known]) => known === name);
  if (exact) return exact[1];
  const [one, ...others] = roles.filter(([known]) => keyOf(known) === keyOf(name));
  return one && others.length === 0 ? one[1] : null;
}

export function withRemembered(
  { remembered }: ColumnMemory,
  columns: readonly string[],
  choices: Pick<ImportChoices, 'roles' | 'productId' | 'currencyId' | 'decimal'>,
): ColumnMemory {
  const names = namesOf(columns);
  const roles = columns.map((name, at): [string, ColumnRole] => [name, choices.roles[at] ?? { kind: 'ignore' }]);
  const { productId, currencyId, decimal } = choices;
  const others = remembered.filter((one) => one.names !== names);
  return { remembered: [{ names, roles, productId, currencyId, decimal }, ...others].slice(0, MAPPINGS_KEPT) };
}
