// What a backup holds, in lines: the app's settings, and of each store every collection. No token, password or webhook key.
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type RestoreChoices, restoreChoicesSchema } from '../../shared/backup.ts';
import { type Settings, settingsSchema } from '../../shared/settings.ts';
import { type Action, parseAction } from '../outbox/action.ts';
import { BackupError } from '../storage/backup-file.ts';
import type { OpenStore } from './open-store.ts';
import {
  type LinkRecord,
  linkRecordSchema,
  type ProductRecord,
  productRecordSchema,
  type StoreRecord,
  storeRecordSchema,
  type WebhookRecord,
  webhookRecordSchema,
} from './records.ts';

/** How many records stand in one line. */
const RECORDS_IN_A_LINE = 64;
/** More than these no seller has; a crafted file may. */
const MAX_RECORDS = 2_000_000;
const MAX_STORES = 1_000;

/** What a backup holds of one store. */
export interface StoreContent {
  readonly record: StoreRecord;
  readonly webhook: WebhookRecord | null;
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
  readonly outbox: readonly Action[];
  readonly history: readonly Action[];
}

export interface BackupContent {
  readonly createdAt: number;
  readonly settings: Settings | null;
  readonly stores: readonly StoreContent[];
  /** How many records could not be understood and are left out. */
  readonly unread: number;
  /** Collections that a newer app has added and this one does not know. */
  readonly unknown: readonly string[];
  /** In the note of a restore that is under way: what the seller decided. */
  readonly choices: RestoreChoices | null;
}

type Collections = Omit<StoreContent, 'record' | 'webhook'>;

/** Each collection of a store: where it is read from, and how a record of it is checked. A further one is a line here. */
const COLLECTIONS: {
  readonly [Name in keyof Collections]: {
    readonly read: (store: OpenStore) => Iterable<Collections[Name][number]>;
    readonly parse: (record: unknown) => Collections[Name][number] | null;
  };
} = {
  products: {
    read: ({ catalogue }) => catalogue.products.all(),
    parse: (record) => productRecordSchema.safeParse(record).data ?? null,
  },
  links: {
    read: ({ catalogue }) => catalogue.links.all(),
    parse: (record) => linkRecordSchema.safeParse(record).data ?? null,
  },
  outbox: { read: ({ queue }) => queue.values(), parse: parseAction },
  history: { read: ({ history }) => history.values(), parse: parseAction },
};
const NAMES = Object.keys(COLLECTIONS) as (keyof Collections)[];

/**
 * How the stores are at this very moment, taken in one go: the outbox and the catalogue fit together as they would after
 * a power cut. What is written later changes nothing in it, for records are replaced and never changed.
 */
export function takeContent(stores: readonly OpenStore[], settings: Settings, at: number): BackupContent {
  return {
    createdAt: at,
    settings,
    unread: 0,
    unknown: [],
    choices: null,
    stores: stores.map((store) => ({
      record: store.parts.record(),
      webhook: store.webhook.value,
      products: [...COLLECTIONS.products.read(store)],
      links: [...COLLECTIONS.links.read(store)],
      outbox: [...COLLECTIONS.outbox.read(store)],
      history: [...COLLECTIONS.history.read(store)],
    })),
  };
}

const lineSchema = z.object({
  part: z.string().max(100),
  store: z.string().max(100).nullable(),
  records: z.array(z.unknown()).max(10_000),
});
type Line = z.infer<typeof lineSchema>;

/** The lines of a backup. Others get their turn between them. */
export async function* linesOf({ settings, stores, choices }: BackupContent): AsyncGenerator<string> {
  const line = (part: string, store: string | null, records: readonly unknown[]) =>
    JSON.stringify({ part, store, records } satisfies { [K in keyof Line]: unknown });
  if (choices) yield line('choices', null, [choices]);
  if (settings) yield line('settings', null, [settings]);
  for (const store of stores) {
    const { id } = store.record;
    yield line('store', id, [store.record]);
    if (store.webhook) yield line('webhook', id, [store.webhook]);
    for (const name of NAMES) {
      const records = store[name];
      for (let from = 0; from < records.length; from += RECORDS_IN_A_LINE) {
        yield line(name, id, records.slice(from, from + RECORDS_IN_A_LINE));
        await setImmediate();
      }
    }
  }
  yield line('end', null, []);
}

/** Store ids name folders. */
const storeIdSchema = z.guid();

/** Reads the lines of a backup; every record is checked. Throws `BackupError`. */
export async function readContent(createdAt: number, lines: AsyncIterable<string>): Promise<BackupContent> {
  const reader = new ContentReader(createdAt);
  for await (const text of lines) {
    reader.take(text);
    await setImmediate();
  }
  return reader.content();
}

interface Gathered {
  record: StoreRecord;
  webhook: WebhookRecord | null;
  products: ProductRecord[];
  links: LinkRecord[];
  outbox: Action[];
  history: Action[];
}

class ContentReader {
  readonly #stores = new Map<string, Gathered>();
  readonly #unknown = new Set<string>();
  #settings: Settings | null = null;
  #choices: RestoreChoices | null = null;
  #unread = 0;
  #taken = 0;
  #ended = false;

  constructor(private readonly createdAt: number) {}

  take(text: string): void {
    const { part, store, records } = parseLine(text);
    this.#taken += records.length;
    if (this.#taken > MAX_RECORDS) {
      throw new BackupError('too-large', 'This file holds more than a backup ever does. Nothing was changed.');
    }
    if (part === 'end') this.#ended = true;
    else if (part === 'settings') this.#settings = this.#read(settingsSchema, records[0]);
    else if (part === 'choices') this.#choices = this.#read(restoreChoicesSchema, records[0]);
    else if (part === 'store') this.#addStore(records[0]);
    else this.#takeOfStore(part, this.#stores.get(store ?? ''), records);
  }

  #takeOfStore(part: string, store: Gathered | undefined, records: readonly unknown[]): void {
    const name = NAMES.find((known) => known === part);
    if (name === undefined && part !== 'webhook') this.#unknown.add(part);
    else if (!store) this.#unread += records.length;
    else if (name === undefined) store.webhook = this.#read(webhookRecordSchema, records[0]);
    else {
      for (const record of records) {
        const parsed = COLLECTIONS[name].parse(record);
        if (parsed === null) this.#unread += 1;
        else (store[name] as unknown[]).push(parsed);
      }
    }
  }

  #addStore(value: unknown): void {
    const record = this.#read(storeRecordSchema.extend({ id: storeIdSchema }), value);
    if (!record || this.#stores.has(record.id) || this.#stores.size >= MAX_STORES) return;
    this.#stores.set(record.id, { record, webhook: null, products: [], links: [], outbox: [], history: [] });
  }

  #read<T>(schema: z.ZodType<T>, value: unknown): T | null {
    const { data } = schema.safeParse(value);
    if (data === undefined) this.#unread += 1;
    return data ?? null;
  }

  content(): BackupContent {
    if (!this.#ended)
      throw new BackupError('damaged', 'This backup has no end. Nothing was changed; try another copy.');
    return {
      createdAt: this.createdAt,
      settings: this.#settings,
      stores: [...this.#stores.values()],
      unread: this.#unread,
      unknown: [...this.#unknown],
      choices: this.#choices,
    };
  }
}

function parseLine(text: string): Line {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError('damaged', 'This backup holds something that is not of a backup. Nothing was changed.', {
      cause,
    });
  }
}
