// Reads the lines of a backup: the app's settings, and every collection of each store. No tokens, passwords or webhook keys.
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { BackupHolds } from '../../shared/backup.ts';
import { type CheckoutTemplate, checkoutTemplateSchema } from '../../shared/checkout-template.ts';
import { fitting } from '../../shared/fitting.ts';
import { type Settings, settingsSchema } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord, ProductRecord, SaleRecord } from '../catalog/records.ts';
import { BackupError } from '../storage/backup-file.ts';
import { LATEST_TIME } from '../storage/stamp.ts';
import { type StoreRecord, type WebhookRecord, webhookRecordSchema } from '../store-record.ts';
import type { Action } from '../sync/outbox/action.ts';
import {
  type Collections,
  isAhead,
  isCollection,
  PARSERS,
  type StoreContent,
  storeInBackupSchema,
} from './collections.ts';

/** Limits for reading, beyond what any seller has, against crafted files. */
export const CONTENT_BOUNDS = {
  /** Half a million links, with as many sales and changes and some tombstones. */
  records: 2_000_000,
  stores: 1_000,
  /**
   * Characters of the lines whose records are kept until the backup is restored or closed. A hundred thousand links
   * take 60 to 150 million. As objects they take about twice as many bytes.
   */
  keptBytes: 512 * 1024 ** 2,
  /** Later records are skipped; ms since 1970. */
  latest: LATEST_TIME,
};
export type ContentBounds = typeof CONTENT_BOUNDS;

export interface BackupContent {
  readonly createdAt: number;
  readonly settings: Settings | null;
  readonly templates: readonly CheckoutTemplate[];
  readonly stores: readonly StoreContent[];
  /** The number of invalid records, which are skipped. */
  readonly unread: number;
  /** The number of records dated in the future, which are skipped. */
  readonly ahead: number;
}

export function holdsOf({ stores }: BackupContent): BackupHolds {
  const active = (records: readonly { readonly deletedAt: number | null }[]) =>
    records.filter(({ deletedAt }) => deletedAt === null).length;
  const sum = (count: (store: BackupContent['stores'][number]) => number) =>
    stores.reduce((all, store) => all + count(store), 0);
  return {
    stores: stores.length,
    products: sum(({ products }) => active(products)),
    links: sum(({ links }) => active(links)),
    waiting: sum(({ outbox }) => waitingIn(outbox)),
    sales: sum(({ sales }) => sales.length),
    notes: sum(({ products, links }) => notesIn(products) + notesIn(links)),
  };
}

/** The number of records with a private note. */
export const notesIn = (records: readonly (ProductRecord | LinkRecord)[]): number =>
  records.filter(({ note, deletedAt }) => note !== undefined && deletedAt === null).length;

export const waitingIn = (outbox: readonly Action[]): number => outbox.filter(({ state }) => state !== 'done').length;

const lineSchema = z.object({
  part: z.string().max(100),
  store: z.string().max(100).nullable(),
  records: z.array(z.unknown()).max(10_000),
});
type Line = z.infer<typeof lineSchema>;

export const lineOf = (part: string, store: string | null, records: readonly unknown[]): string =>
  JSON.stringify({ part, store, records } satisfies { [K in keyof Line]: unknown });

/** Rejects with `BackupError`. */
export async function readContent(
  createdAt: number,
  lines: AsyncIterable<string>,
  bounds: Partial<ContentBounds> = {},
): Promise<BackupContent> {
  const reader = new ContentReader(createdAt, { ...CONTENT_BOUNDS, ...bounds });
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
  sales: SaleRecord[];
}

const tooMuch = () => new BackupError('too-large', texts.backup.file.tooMuch);

class ContentReader {
  readonly #stores = new Map<string, Gathered>();
  #settings: Settings | null = null;
  readonly #templates: CheckoutTemplate[] = [];
  #unread = 0;
  #ahead = 0;
  #taken = 0;
  #kept = 0;
  #ended = false;

  constructor(
    private readonly createdAt: number,
    private readonly bounds: ContentBounds,
  ) {}

  take(text: string): void {
    const { part, store, records } = parseLine(text);
    this.#taken += records.length;
    if (this.#taken > this.bounds.records) throw tooMuch();
    if (!this.#isKept(part, store, records)) return;
    this.#kept += text.length;
    if (this.#kept > this.bounds.keptBytes) throw tooMuch();
  }

  /** Returns false for an unknown part. */
  #isKept(part: string, store: string | null, records: readonly unknown[]): boolean {
    if (part === 'end') this.#ended = true;
    else if (part === 'settings') this.#settings = this.#read(settingsSchema, records[0]);
    else if (part === 'templates') this.#addTemplates(records);
    else if (part === 'store') this.#addStore(records[0]);
    else if (part === 'webhook' || isCollection(part)) {
      const gathered = this.#stores.get(store ?? '');
      if (!gathered) this.#unread += records.length;
      else if (part === 'webhook') gathered.webhook = this.#read(webhookRecordSchema, records[0]);
      else this.#takeOfStore(part, gathered, records);
    } else {
      this.#unread += records.length;
      return false;
    }
    return true;
  }

  #takeOfStore(name: keyof Collections, store: Gathered, records: readonly unknown[]): void {
    const kept: unknown[] = store[name];
    for (const record of records) {
      const parsed = PARSERS[name](record);
      if (parsed === null) this.#unread += 1;
      else if (isAhead(parsed, this.bounds.latest)) this.#ahead += 1;
      else kept.push(parsed);
    }
  }

  #addTemplates(records: readonly unknown[]): void {
    for (const record of records) {
      const template = this.#read(checkoutTemplateSchema, record);
      if (template) this.#templates.push(template);
    }
  }

  #addStore(value: unknown): void {
    const record = this.#read(storeInBackupSchema, value);
    if (!record) return;
    if (this.#stores.has(record.id)) this.#unread += 1;
    else {
      if (this.#stores.size >= this.bounds.stores) throw tooMuch();
      const empty = { products: [], links: [], outbox: [], history: [], sales: [] };
      this.#stores.set(record.id, { record, webhook: null, ...empty });
    }
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
      ahead: this.#ahead,
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
