// Lists of a store that the seller keeps: its currencies and checkout templates. Each item is a row, so that several computers
// can change a list at the same time.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type CheckoutTemplate, checkoutTemplateSchema, isSameName } from '../../shared/checkout-template.ts';
import { type Currency, currencySchema } from '../../shared/money.ts';
import type { Database } from '../storage/database.ts';
import { isNewer, type Stamper, stampSchema } from '../storage/stamp.ts';
import { laterThan, textOf } from './merge-record.ts';
import { RecordTable } from './record-table.ts';

/** `value` is null once the item is deleted. */
const itemSchema = <T>(value: z.ZodType<T>) => z.object({ id: z.string(), rev: stampSchema, value: value.nullable() });
export const currencyItemSchema = itemSchema(currencySchema);
export const templateItemSchema = itemSchema(checkoutTemplateSchema);
export type Item<T> = z.infer<ReturnType<typeof itemSchema<T>>>;

/** The later change wins. Commutative, associative and idempotent. */
export function mergeItem<T>(a: Item<T>, b: Item<T>): Item<T> {
  if (isNewer(a.rev, b.rev)) return a;
  return isNewer(b.rev, a.rev) || textOf(b) < textOf(a) ? b : a;
}

export class Items<T extends CheckoutTemplate | Currency> extends RecordTable<Item<T>> {
  constructor(
    database: Database,
    protected override readonly table: 'currencies' | 'templates',
    private readonly stamper: Stamper,
  ) {
    super(database, table);
  }

  /** In the order in which they were added. */
  list(): T[] {
    const schema = this.table === 'currencies' ? currencyItemSchema : templateItemSchema;
    const items = this.database.column<string>(`SELECT record FROM ${this.table} ORDER BY rowid`);
    return items.flatMap((item) => this.database.parse<Item<T>>(item, schema).value ?? []);
  }

  /** Adds, changes or, with null, deletes an item. */
  change(id: string, value: T | null): void {
    const here = this.get(id);
    if (isDeepStrictEqual(here?.value ?? null, value)) return;
    const stamp = this.stamper.stamp();
    this.put({ id, rev: here ? laterThan(here.rev, stamp) : stamp, value });
  }

  /** Merges the item of another computer, and returns the result. */
  merge(item: Item<T>): Item<T> {
    const here = this.get(item.id);
    const merged = here ? mergeItem(here, item) : item;
    this.put(merged);
    return merged;
  }

  /** Adds the item of a backup, unless an item with its id or name is listed. */
  restore({ id, rev, value }: Item<T>): void {
    const list = this.list();
    if (list.some((one) => String(one.id) === id || (value && isSameName(one.name, value.name)))) return;
    if (this.get(id)) this.change(id, value);
    else this.put({ id, rev, value });
  }
}
