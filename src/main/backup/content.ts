// The content of a backup: the app's settings, and the records of each store, one per line. No tokens, passwords or webhook keys.
import { z } from 'zod';
import type { BackupHolds } from '../../shared/backup.ts';
import { fitting } from '../../shared/fitting.ts';
import { serviceAddressSchema, signInSchema, storeFieldsSchema } from '../../shared/session.ts';
import { texts } from '../../shared/texts/main.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';
import { currencyItemSchema, templateItemSchema } from '../catalog/items.ts';
import { linkRecordSchema, productRecordSchema, saleRecordSchema } from '../catalog/records.ts';
import { changeSchema } from '../outbox/change.ts';
import { parseJson } from '../service/outcome.ts';
import { BackupError, type BackupFile } from '../storage/backup-file.ts';
import {
  type AppSettingsRecord,
  appSettingsSchema,
  type StoreRecord,
  storeRecordSchema,
  type WebhookRecord,
  webhookRecordSchema,
} from '../store-record.ts';

/** The schemas of the records of a store, by the part of the backup that holds them. The history contains the ended changes. */
const RECORDS = {
  products: productRecordSchema,
  links: linkRecordSchema,
  outbox: changeSchema.refine(({ state }) => state !== 'done'),
  history: changeSchema.refine(({ state }) => state === 'done'),
  sales: saleRecordSchema,
  currencies: currencyItemSchema,
  templates: templateItemSchema,
};
type Records = { readonly [Part in keyof typeof RECORDS]: z.output<(typeof RECORDS)[Part]>[] };

const isRecords = (part: string): part is keyof Records => Object.hasOwn(RECORDS, part);

/** The content of a backup for one store. */
export interface StoreContent extends Records {
  readonly record: StoreRecord;
  webhook: WebhookRecord | null;
}

export interface BackupContent {
  readonly createdAt: number;
  settings: AppSettingsRecord | null;
  /** By their ids. */
  readonly stores: Map<string, StoreContent>;
  /** The number of skipped records, because they are invalid. */
  unread: number;
}

export function contentHolds({ stores }: BackupContent): BackupHolds {
  const active = (records: readonly { readonly deletedAt: number | null }[]) =>
    records.filter(({ deletedAt }) => deletedAt === null).length;
  const holds = { stores: stores.size, products: 0, links: 0, waiting: 0, sales: 0 };
  for (const { products, links, outbox, sales } of stores.values()) {
    holds.products += active(products);
    holds.links += active(links);
    holds.waiting += outbox.length;
    holds.sales += sales.length;
  }
  return holds;
}

const lineSchema = z.object({ part: z.string(), store: z.string().nullable(), record: z.unknown() });
type Line = z.infer<typeof lineSchema>;

export const lineOf = (part: string, store: string | null, record: unknown): string =>
  JSON.stringify({ part, store, record });

/**
 * The store of a backup. Its addresses obey the rules for typed ones, because the seller signs in at them. Its id names
 * a folder. A practice store runs on this computer.
 */
const storeSchema = storeRecordSchema
  .extend({
    id: z.guid(),
    name: z.string().trim().min(1).max(300),
    serviceAddress: serviceAddressSchema,
    email: signInSchema.shape.email,
    checkoutUrl: storeFieldsSchema.shape.checkoutUrl.nullable(),
  })
  .refine(({ practice, serviceAddress }) => !practice || isLoopbackHost(new URL(serviceAddress).hostname));

/** Rejects with `BackupError`. */
export async function readContent({ header, lines }: BackupFile, passphrase: string | null): Promise<BackupContent> {
  const { createdAt } = header;
  const content: BackupContent = { createdAt, settings: null, stores: new Map(), unread: 0 };
  let isEnded = false;
  for await (const text of lines(passphrase)) {
    const line = fitting(lineSchema, parseJson(text));
    if (!line) throw new BackupError('damaged', texts.backup.file.notOfBackup);
    if (line.part === 'end') isEnded = true;
    else if (!addRecord(content, line)) content.unread += 1;
  }
  if (!isEnded) throw new BackupError('damaged', texts.backup.file.withoutEnd);
  return content;
}

/** Returns false if the record cannot be used. */
function addRecord(content: BackupContent, { part, store: id, record }: Line): boolean {
  if (part === 'settings') {
    content.settings = fitting(appSettingsSchema, record);
    return content.settings !== null;
  }
  if (part === 'store') {
    const known = fitting(storeSchema, record);
    if (!known || content.stores.has(known.id)) return false;
    const empty = { products: [], links: [], outbox: [], history: [], sales: [], currencies: [], templates: [] };
    content.stores.set(known.id, { record: known, webhook: null, ...empty });
    return true;
  }
  const store = content.stores.get(id ?? '');
  if (!store) return false;
  if (part === 'webhook') {
    store.webhook = fitting(webhookRecordSchema, record);
    return store.webhook !== null;
  }
  if (!isRecords(part)) return false;
  const known = fitting(RECORDS[part], record);
  if (known !== null) (store[part] as unknown[]).push(known);
  return known !== null;
}
