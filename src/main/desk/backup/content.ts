// What a backup holds, in lines: the app's settings, and of each store every collection. No token, password or webhook key.
//
// A line says of which version its records are, so that a later app brings them up to date as it does with its own files.
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type BackupHolds, restoreChoicesSchema } from '../../../shared/backup.ts';
import { type CheckoutTemplate, checkoutTemplateSchema } from '../../../shared/checkout-template.ts';
import { fitting } from '../../../shared/fitting.ts';
import { type Settings, settingsSchema } from '../../../shared/settings.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { Action } from '../../outbox/action.ts';
import { BackupError, newerBackup } from '../../storage/backup-file.ts';
import { LATEST_TIME, stampSchema } from '../../storage/stamp.ts';
import { upToDate } from '../../storage/versions.ts';
import { MIGRATIONS, type Migrations, migrationsOf, versionOf } from '../layout.ts';
import {
  type LinkRecord,
  type ProductRecord,
  type StoreRecord,
  type WebhookRecord,
  webhookRecordSchema,
} from '../records.ts';
import {
  COLLECTIONS,
  type Collections,
  furtherOf,
  isAhead,
  type StoreContent,
  storeInBackupSchema,
} from './collections.ts';

/** The most that is read of a backup's content; more than this no seller has, but a crafted file may. */
export const CONTENT_BOUNDS = {
  /** Half a million links, with as many sales and changes and some tombstones. */
  records: 2_000_000,
  stores: 1_000,
  /** Names of parts that this app does not know; all of them are shown. */
  unknownParts: 20,
  /**
   * Characters of the lines whose records are kept until the backup is restored or let go of. A hundred thousand links
   * take 60 to 150 million. As objects they take about twice as many bytes.
   */
  keptBytes: 512 * 1024 ** 2,
  /** Records of a later time are left out; ms since 1970. */
  latest: LATEST_TIME,
};
export type ContentBounds = typeof CONTENT_BOUNDS;

/** What a restore notes before it begins: the seller's choices, and the moment from which on changes here are newer. */
const restoreNoteSchema = restoreChoicesSchema.extend({ since: stampSchema });
export type RestoreNote = z.infer<typeof restoreNoteSchema>;

export interface BackupContent {
  readonly createdAt: number;
  readonly settings: Settings | null;
  readonly templates: readonly CheckoutTemplate[];
  readonly stores: readonly StoreContent[];
  /** How many records could not be understood and are left out. */
  readonly unread: number;
  /** How many records are left out because they are dated in the future. */
  readonly ahead: number;
  /** Collections that a newer app has added and this one does not know. */
  readonly unknown: readonly string[];
  /** Null in a backup; only the file of a restore that is under way has one. */
  readonly note: RestoreNote | null;
}

/** How much a backup holds, in figures. */
export function holdsOf({ stores }: BackupContent): BackupHolds {
  const standing = (records: readonly { readonly deletedAt: number | null }[]) =>
    records.filter(({ deletedAt }) => deletedAt === null).length;
  const sum = (count: (store: BackupContent['stores'][number]) => number) =>
    stores.reduce((all, store) => all + count(store), 0);
  return {
    stores: stores.length,
    products: sum(({ products }) => standing(products)),
    links: sum(({ links }) => standing(links)),
    waiting: sum(({ outbox }) => outbox.filter(({ state }) => state !== 'done').length),
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

/** Reads the lines of a backup; every record is checked. Throws `BackupError`. */
export async function readContent(
  createdAt: number,
  lines: AsyncIterable<string>,
  migrations: Migrations = MIGRATIONS,
  bounds: Partial<ContentBounds> = {},
): Promise<BackupContent> {
  const reader = new ContentReader(createdAt, migrations, { ...CONTENT_BOUNDS, ...bounds });
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

const tooMuch = () => new BackupError('too-large', texts.backup.file.tooMuch);

class ContentReader {
  readonly #stores = new Map<string, Gathered>();
  readonly #unknown = new Set<string>();
  #settings: Settings | null = null;
  #note: RestoreNote | null = null;
  readonly #templates: CheckoutTemplate[] = [];
  #unread = 0;
  #ahead = 0;
  #taken = 0;
  #kept = 0;
  #ended = false;

  constructor(
    private readonly createdAt: number,
    private readonly migrations: Migrations,
    private readonly bounds: ContentBounds,
  ) {}

  take(text: string): void {
    const { part, store, version, records: stored } = parseLine(text);
    this.#taken += stored.length;
    if (this.#taken > this.bounds.records) throw tooMuch();
    if (version > versionOf(part, this.migrations)) throw newerBackup();
    const records = stored.map((record) => upToDate(record, version, migrationsOf(part, this.migrations)));
    if (!this.#isKept(part, store, records)) return;
    this.#kept += text.length;
    if (this.#kept > this.bounds.keptBytes) throw tooMuch();
  }

  /** False where it is of a part that this app does not know. */
  #isKept(part: string, store: string | null, records: readonly unknown[]): boolean {
    if (part === 'end') this.#ended = true;
    else if (part === 'settings') this.#settings = this.#read(settingsSchema, records[0]);
    else if (part === 'choices') this.#note = this.#read(restoreNoteSchema, records[0]);
    else if (part === 'templates') this.#addTemplates(records);
    else if (part === 'store') this.#addStore(records[0]);
    else if (part === 'webhook' || Object.hasOwn(COLLECTIONS, part) || furtherOf(part)) {
      const gathered = this.#stores.get(store ?? '');
      if (!gathered) this.#unread += records.length;
      else if (part === 'webhook') gathered.webhook = this.#read(webhookRecordSchema, records[0]);
      else this.#takeOfStore(part, gathered, records);
    } else {
      this.#unknown.add(part);
      if (this.#unknown.size > this.bounds.unknownParts) throw tooMuch();
      return false;
    }
    return true;
  }

  #takeOfStore(part: string, store: Gathered, records: readonly unknown[]): void {
    const further = furtherOf(part);
    if (further) {
      const kept = store.further.get(part) ?? [];
      store.further.set(part, kept);
      this.#takeRecords(records, further.parse, kept);
    } else {
      const name = part as keyof Collections;
      const parse = (record: unknown) => {
        const parsed = COLLECTIONS[name].parse(record);
        if (parsed === null || !isAhead(parsed, this.bounds.latest)) return parsed;
        this.#ahead += 1;
        return undefined;
      };
      this.#takeRecords(records, parse, store[name] as unknown[]);
    }
  }

  /** `parse` gives null for a record that cannot be understood, and undefined for one that is counted elsewhere. */
  #takeRecords(records: readonly unknown[], parse: (record: unknown) => unknown, kept: unknown[]): void {
    for (const record of records) {
      const parsed = parse(record);
      if (parsed === null) this.#unread += 1;
      else if (parsed !== undefined) kept.push(parsed);
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
      const empty = { webhook: null, products: [], links: [], outbox: [], history: [] };
      this.#stores.set(record.id, { record, ...empty, further: new Map() });
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
      unknown: [...this.#unknown],
      note: this.#note,
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
