// What is in the stores at one moment, and a backup's content as lines.
import { setImmediate } from 'node:timers/promises';
import type { CheckoutTemplate } from '../../../shared/checkout-template.ts';
import type { Settings } from '../../../shared/settings.ts';
import { MIGRATIONS, versionOf } from '../layout.ts';
import type { OpenStore } from '../open-store.ts';
import { COLLECTIONS, type Collections, FURTHER, NAMES } from './collections.ts';
import { type BackupContent, lineOf } from './content.ts';

/** How many records stand in one line at most, and about how many characters. */
const RECORDS_IN_A_LINE = 64;
const LINE_CHARACTERS = 512 * 1024;

/**
 * How the stores are at this very moment, taken in one go: the outbox and the catalogue fit together as they would after
 * a power cut. What is written later changes nothing in it, for records are replaced and never changed.
 */
export function takeContent(
  stores: readonly OpenStore[],
  settings: Settings,
  templates: readonly CheckoutTemplate[],
  at: number,
): BackupContent {
  return {
    createdAt: at,
    settings,
    templates,
    unread: 0,
    ahead: 0,
    unknown: [],
    note: null,
    stores: stores.map((store) => ({
      record: store.parts.record(),
      webhook: store.webhook.value,
      products: [...COLLECTIONS.products.read(store)],
      links: [...COLLECTIONS.links.read(store)],
      outbox: [...COLLECTIONS.outbox.read(store)],
      history: [...COLLECTIONS.history.read(store)],
      further: new Map(Object.entries(FURTHER).map(([name, { read }]) => [name, [...read(store)]])),
    })),
  };
}

/** Records in as many lines as they need, so that each line can be read again: `CONTENT_BOUNDS` and those of the file. */
export function* linesOfPart(
  part: string,
  store: string | null,
  version: number,
  records: readonly unknown[],
): Generator<string> {
  const half = Math.ceil(records.length / 2);
  const line = records.length > RECORDS_IN_A_LINE ? null : lineOf(part, store, version, records);
  if (line !== null && (line.length <= LINE_CHARACTERS || records.length <= 1)) return yield line;
  yield* linesOfPart(part, store, version, records.slice(0, half));
  yield* linesOfPart(part, store, version, records.slice(half));
}

/** The lines of a backup. Others get their turn between them. */
export async function* linesOf({ settings, templates, stores, note }: BackupContent): AsyncGenerator<string> {
  const lines = (part: string, store: string | null, records: readonly unknown[]) =>
    linesOfPart(part, store, versionOf(part, MIGRATIONS), records);
  if (note) yield* lines('choices', null, [note]);
  if (settings) yield* lines('settings', null, [settings]);
  if (templates.length > 0) yield* lines('templates', null, templates);
  for (const store of stores) {
    const { id } = store.record;
    yield* lines('store', id, [store.record]);
    if (store.webhook) yield* lines('webhook', id, [store.webhook]);
    for (const name of [...NAMES, ...store.further.keys()]) {
      const records = store[name as keyof Collections] ?? store.further.get(name) ?? [];
      for (let from = 0; from < records.length; from += RECORDS_IN_A_LINE) {
        yield* lines(name, id, records.slice(from, from + RECORDS_IN_A_LINE));
        await setImmediate();
      }
    }
  }
  yield* lines('end', null, []);
}
