// The content of a backup: the app's settings, and the records of each store, one per line. No tokens, passwords or webhook keys.
import { z } from 'zod';
import type { BackupHolds } from '../../shared/backup.ts';
import type { CheckoutTemplate } from '../../shared/checkout-template.ts';
import { fitting } from '../../shared/fitting.ts';
import type { Currency } from '../../shared/money.ts';
import { serviceAddressSchema, signInSchema, storeFieldsSchema } from '../../shared/session.ts';
import { texts } from '../../shared/texts/main.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';
import { currencyItemSchema, type Item, templateItemSchema } from '../catalog/items.ts';
import {
  type LinkRecord,
  linkRecordSchema,
  type ProductRecord,
  productRecordSchema,
  type SaleRecord,
  saleRecordSchema,
} from '../catalog/records.ts';
import { BackupError, type BackupFile } from '../storage/backup-file.ts';
import {
  type AppSettingsRecord,
  appSettingsSchema,
  type StoreRecord,
  storeRecordSchema,
  type WebhookRecord,
  webhookRecordSchema,
} from '../store-record.ts';
import { type Change, parseChange } from '../sync/outbox/change.ts';

/** The content of a backup for one store. */
export interface StoreContent {
  readonly record: StoreRecord;
  webhook: WebhookRecord | null;
  readonly products: ProductRecord[];
  readonly links: LinkRecord[];
  readonly outbox: Change[];
  readonly history: Change[];
  readonly sales: SaleRecord[];
  readonly currencies: Item<Currency>[];
  readonly templates: Item<CheckoutTemplate>[];
}

export interface BackupContent {
  readonly createdAt: number;
  settings: AppSettingsRecord | null;
  readonly stores: StoreContent[];
  /** The number of skipped records, because they are invalid. */
  unread: number;
}

export function holdsOf({ stores }: BackupContent): BackupHolds {
  const active = (records: readonly { readonly deletedAt: number | null }[]) =>
    records.filter(({ deletedAt }) => deletedAt === null).length;
  const sum = (count: (store: StoreContent) => number) => stores.reduce((all, store) => all + count(store), 0);
  return {
    stores: stores.length,
    products: sum(({ products }) => active(products)),
    links: sum(({ links }) => active(links)),
    waiting: sum(({ outbox }) => outbox.length),
    sales: sum(({ sales }) => sales.length),
  };
}

const lineSchema = z.object({ part: z.string(), store: z.string().nullable(), record: z.unknown() });

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
  const content: BackupContent = { createdAt, settings: null, stores: [], unread: 0 };
  const stores = new Map<string, StoreContent>();
  let isEnded = false;
  for await (const text of lines(passphrase)) {
    const { part, store, record } = parseLine(text);
    if (part === 'end') isEnded = true;
    else if (!addRecord(content, stores, part, stores.get(store ?? ''), record)) content.unread += 1;
  }
  if (!isEnded) throw new BackupError('damaged', texts.backup.file.withoutEnd);
  return content;
}

/** Returns false if the record cannot be used. */
function addRecord(
  content: BackupContent,
  stores: Map<string, StoreContent>,
  part: string,
  store: StoreContent | undefined,
  record: unknown,
): boolean {
  const add = <T>(list: T[] | undefined, value: T | null): boolean => {
    if (!list || value === null) return false;
    list.push(value);
    return true;
  };
  switch (part) {
    case 'settings':
      content.settings = fitting(appSettingsSchema, record);
      return content.settings !== null;
    case 'store': {
      const known = fitting(storeSchema, record);
      if (!known || stores.has(known.id)) return false;
      const empty = { webhook: null, products: [], links: [], outbox: [], history: [], sales: [] };
      stores.set(known.id, { record: known, ...empty, currencies: [], templates: [] });
      return add(content.stores, stores.get(known.id) ?? null);
    }
    case 'webhook':
      if (store) store.webhook = fitting(webhookRecordSchema, record);
      return store?.webhook != null;
    case 'products':
      return add(store?.products, fitting(productRecordSchema, record));
    case 'links':
      return add(store?.links, fitting(linkRecordSchema, record));
    case 'outbox':
    case 'history': {
      // The history contains the ended changes and no others.
      const change = parseChange(record);
      return add(store?.[part], change && (change.state === 'done') === (part === 'history') ? change : null);
    }
    case 'sales':
      return add(store?.sales, fitting(saleRecordSchema, record));
    case 'currencies':
      return add(store?.currencies, fitting(currencyItemSchema, record));
    case 'templates':
      return add(store?.templates, fitting(templateItemSchema, record));
    default:
      return false;
  }
}

function parseLine(text: string): z.infer<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError('damaged', texts.backup.file.notOfBackup, { cause });
  }
}
