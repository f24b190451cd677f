// What a backup holds, in lines: the app's settings, and of each store every collection. No token, password or webhook key.
//
// A line says of which version its records are, so that a later app brings them up to date as it does with its own files.
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type RestoreChoices, restoreChoicesSchema } from '../../../shared/backup.ts';
import { type CheckoutTemplate, checkoutTemplateSchema } from '../../../shared/checkout-template.ts';
import { fitting } from '../../../shared/fitting.ts';
import { type Settings, settingsSchema } from '../../../shared/settings.ts';
import { texts } from '../../../shared/texts/main.ts';
import { type Action, parseAction } from '../../outbox/action.ts';
import { BackupError, newerBackup } from '../../storage/backup-file.ts';
import { upToDate } from '../../storage/versions.ts';
import { MIGRATIONS, type Migrations, migrationsOf, versionOf } from '../layout.ts';
import type { OpenStore } from '../open-store.ts';
import {
  type LinkRecord,
  linkRecordSchema,
  type ProductRecord,
  productRecordSchema,
  type StoreRecord,
  storeRecordSchema,
  type WebhookRecord,
  webhookRecordSchema,
} from '../records.ts';
import { saleRecordSchema } from '../sales/sales.ts';

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
  /** By name, what is in `FURTHER`. */
  readonly further: ReadonlyMap<string, readonly unknown[]>;
}

export interface BackupContent {
  readonly createdAt: number;
  readonly settings: Settings | null;
  readonly templates: readonly CheckoutTemplate[];
  readonly stores: readonly StoreContent[];
  /** How many records could not be understood and are left out. */
  readonly unread: number;
  /** Collections that a newer app has added and this one does not know. */
  readonly unknown: readonly string[];
  /** In the note of a restore that is under way: what the seller decided. */
  readonly choices: RestoreChoices | null;
}

type Collections = Omit<StoreContent, 'record' | 'webhook' | 'further'>;

/** The collections that are merged in ways of their own: where each is read from, and how a record of it is checked. */
const COLLECTIONS: {
  readonly [Name in keyof Collections]: {
    readonly read: (store: OpenStore) => Iterable<Collections[Name][number]>;
    readonly parse: (record: unknown) => Collections[Name][number] | null;
  };
} = {
  products: {
    read: ({ catalogue }) => catalogue.products.all(),
    parse: (record) => fitting(productRecordSchema, record),
  },
  links: {
    read: ({ catalogue }) => catalogue.links.all(),
    parse: (record) => fitting(linkRecordSchema, record),
  },
  outbox: { read: ({ queue }) => queue.values(), parse: parseAction },
  history: { read: ({ history }) => history.values(), parse: parseAction },
};
const NAMES = Object.keys(COLLECTIONS) as (keyof Collections)[];

/** A collection of which a restore adds what is not here; records are known by their ids. */
interface Further<T> {
  readonly read: (store: OpenStore) => Iterable<T>;
  readonly parse: (record: unknown) => T | null;
  /** `here` gives the id that a product or link of the backup has on this computer. */
  readonly renamed: (record: T, here: (id: string) => string) => T;
  /** Adds those that are missing, to a store that is not started. */
  readonly restore: (store: OpenStore, records: readonly T[]) => Promise<void>;
}
const further = <T>(how: Further<T>) => how as Further<unknown>;

/** A store's further collection gets into backups by an entry here. */
const FURTHER: Readonly<Record<string, Further<unknown>>> = {
  sales: further({
    read: ({ sales }) => sales.all(),
    parse: (record) => fitting(saleRecordSchema, record),
    renamed: (sale, here) => ({ ...sale, linkId: here(sale.linkId) }),
    restore: ({ sales }, records) => sales.restore(records),
  }),
};

/** A further collection by the name that a backup gives it: what every object has is none. */
export const furtherOf = (name: string): Further<unknown> | undefined =>
  Object.hasOwn(FURTHER, name) ? FURTHER[name] : undefined;

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
    unknown: [],
    choices: null,
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

const lineSchema = z.object({
  part: z.string().max(100),
  store: z.string().max(100).nullable(),
  version: z.int().min(1),
  records: z.array(z.unknown()).max(10_000),
});
type Line = z.infer<typeof lineSchema>;

export const lineOf = (part: string, store: string | null, version: number, records: readonly unknown[]): string =>
  JSON.stringify({ part, store, version, records } satisfies { [K in keyof Line]: unknown });

/** The lines of a backup. Others get their turn between them. */
export async function* linesOf({ settings, templates, stores, choices }: BackupContent): AsyncGenerator<string> {
  const line = (part: string, store: string | null, records: readonly unknown[]) =>
    lineOf(part, store, versionOf(part, MIGRATIONS), records);
  if (choices) yield line('choices', null, [choices]);
  if (settings) yield line('settings', null, [settings]);
  if (templates.length > 0) yield line('templates', null, templates);
  for (const store of stores) {
    const { id } = store.record;
    yield line('store', id, [store.record]);
    if (store.webhook) yield line('webhook', id, [store.webhook]);
    for (const name of [...NAMES, ...store.further.keys()]) {
      const records = store[name as keyof Collections] ?? store.further.get(name) ?? [];
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
export async function readContent(
  createdAt: number,
  lines: AsyncIterable<string>,
  migrations: Migrations = MIGRATIONS,
): Promise<BackupContent> {
  const reader = new ContentReader(createdAt, migrations);
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
  further: Map<string, unknown[]>;
}

class ContentReader {
  readonly #stores = new Map<string, Gathered>();
  readonly #unknown = new Set<string>();
  #settings: Settings | null = null;
  #choices: RestoreChoices | null = null;
  readonly #templates: CheckoutTemplate[] = [];
  #unread = 0;
  #taken = 0;
  #ended = false;

  constructor(
    private readonly createdAt: number,
    private readonly migrations: Migrations,
  ) {}

  take(text: string): void {
    const { part, store, version, records: stored } = parseLine(text);
    this.#taken += stored.length;
    if (this.#taken > MAX_RECORDS) {
      throw new BackupError('too-large', texts.backup.file.tooMuch);
    }
    if (version > versionOf(part, this.migrations)) throw newerBackup();
    const records = stored.map((record) => upToDate(record, version, migrationsOf(part, this.migrations)));
    if (part === 'end') this.#ended = true;
    else if (part === 'settings') this.#settings = this.#read(settingsSchema, records[0]);
    else if (part === 'choices') this.#choices = this.#read(restoreChoicesSchema, records[0]);
    else if (part === 'templates') this.#addTemplates(records);
    else if (part === 'store') this.#addStore(records[0]);
    else this.#takeOfStore(part, this.#stores.get(store ?? ''), records);
  }

  #takeOfStore(part: string, store: Gathered | undefined, records: readonly unknown[]): void {
    const name = NAMES.find((known) => known === part);
    const more = furtherOf(part);
    if (name === undefined && !more && part !== 'webhook') this.#unknown.add(part);
    else if (!store) this.#unread += records.length;
    else if (part === 'webhook') store.webhook = this.#read(webhookRecordSchema, records[0]);
    else {
      const parse = name === undefined ? more?.parse : COLLECTIONS[name].parse;
      const kept = name === undefined ? (store.further.get(part) ?? []) : (store[name] as unknown[]);
      if (name === undefined) store.further.set(part, kept);
      for (const record of records) {
        const parsed = parse?.(record) ?? null;
        if (parsed === null) this.#unread += 1;
        else kept.push(parsed);
      }
    }
  }

  #addTemplates(records: readonly unknown[]): void {
    for (const record of records) {
      const template = this.#read(checkoutTemplateSchema, record);
      if (template) this.#templates.push(template);
    }
  }

  #addStore(value: unknown): void {
    const record = this.#read(storeRecordSchema.extend({ id: storeIdSchema }), value);
    if (!record || this.#stores.has(record.id) || this.#stores.size >= MAX_STORES) return;
    const empty = { webhook: null, products: [], links: [], outbox: [], history: [] };
    this.#stores.set(record.id, { record, ...empty, further: new Map() });
  }

  #read<T>(schema: z.ZodType<T>, value: unknown): T | null {
    const read = fitting(schema, value);
    if (read === null) this.#unread += 1;
    return read;
  }

  content(): BackupContent {
    if (!this.#ended) throw new BackupError('damaged', texts.backup.file.withoutEnd);
    return {
      createdAt: this.createdAt,
      settings: this.#settings,
      templates: this.#templates,
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
    throw new BackupError('damaged', texts.backup.file.notOfBackup, { cause });
  }
}
