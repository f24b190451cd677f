// What lies in a store's folder: the large collections are read in the background, one after the other, so that what a
// screen shows first comes first. What the whole of them counts is kept beside, to be shown until they are read.
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { type Action, parseAction } from '../outbox/action.ts';
import { availabilitySchema } from '../outbox/availability.ts';
import { type Collection, type Opening, openCollection, openInBackground } from '../storage/collection.ts';
import { type Document, openDocument } from '../storage/document.ts';
import { closedError } from '../storage/durable-file.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { ImportFiles } from './import/imports.ts';
import { type ColumnMemory, columnMemorySchema, importPartSchema, importRecordSchema } from './import/records.ts';
import { MIGRATIONS } from './layout.ts';
import {
  type LinkRecord,
  linkRecordSchema,
  NO_WEBHOOK,
  type ProductRecord,
  productRecordSchema,
  type WebhookRecord,
  webhookRecordSchema,
} from './records.ts';
import { type SaleRecord, saleRecordSchema } from './sales/sales.ts';

const { kept } = texts.stores;

const countsSchema = z.object({ products: z.int().min(0), links: z.int().min(0) });
/** How many products and links stood when the store was closed. */
export type Counts = z.infer<typeof countsSchema>;

const pauseRecordSchema = z.object({ pause: availabilitySchema.nullable() });

export interface StoreFiles {
  /** Read at once: how the store stands is the first thing that is told. */
  readonly queue: Collection<Action>;
  readonly products: Opening<ProductRecord>;
  readonly links: Opening<LinkRecord>;
  readonly history: Opening<Action>;
  readonly sales: Collection<SaleRecord>;
  readonly imports: ImportFiles;
  readonly webhook: Document<WebhookRecord>;
  /** Why the store was paused when it was closed; null where it was not. */
  readonly pause: Document<z.infer<typeof pauseRecordSchema>>;
  /** Null where it was never kept. */
  readonly counts: Document<Counts | null>;
  /** Resolves when all that was being written is; each write from here on is refused. */
  close(): Promise<void>;
}

/** Everything that writes into a store's folder. */
class Writers {
  readonly #open: { close(): Promise<void> }[] = [];
  readonly #doing = new Set<Promise<unknown>>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add<T extends { close(): Promise<void> }>(writer: T): T {
    this.#open.push(writer);
    return writer;
  }

  addOpening<T extends { readonly id: string }>(opening: Opening<T>): Opening<T> {
    this.add(opening.collection);
    return opening;
  }

  /** For what writes only while `act` runs. */
  async during<T>(what: string, act: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw closedError(what);
    const doing = act();
    this.#doing.add(doing);
    return doing.finally(() => this.#doing.delete(doing));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([...this.#doing, ...this.#open.map((writer) => writer.close())]);
  }
}

export function openStoreFiles(folder: string, onSetAside: OnSetAside): StoreFiles {
  const options = <T extends { readonly id: string }>(
    name: string,
    what: string,
    parse: (record: unknown) => T | null,
  ) => ({ folder: join(folder, name), what, parse, onSetAside, migrations: MIGRATIONS[name] ?? [] });
  const writers = new Writers();
  const products = writers.addOpening(
    openInBackground(options('products', kept.product, (record) => productRecordSchema.safeParse(record).data ?? null)),
  );
  const links = writers.addOpening(
    openInBackground(
      options('links', kept.link, (record) => linkRecordSchema.safeParse(record).data ?? null),
      products.whole,
    ),
  );
  const rowsOf = (importId: string) => join('import-rows', importId);
  const openRows = (importId: string) => {
    if (writers.isClosed) throw closedError(kept.import);
    return openCollection(
      options(rowsOf(importId), kept.import, (record) => importPartSchema.safeParse(record).data ?? null),
    );
  };
  return {
    queue: writers.add(openCollection(options('outbox', kept.outbox, parseAction))),
    products,
    links,
    history: writers.addOpening(openInBackground(options('history', kept.history, parseAction), links.whole)),
    sales: writers.add(
      openCollection(options('sales', kept.sale, (record) => saleRecordSchema.safeParse(record).data ?? null)),
    ),
    imports: {
      records: writers.add(
        openCollection(options('imports', kept.import, (record) => importRecordSchema.safeParse(record).data ?? null)),
      ),
      memory: writers.add(
        openDocument<ColumnMemory>({
          folder,
          name: 'import-columns',
          what: kept.importColumns,
          parse: (value) => columnMemorySchema.safeParse(value).data ?? null,
          initial: { remembered: [] },
          onSetAside,
        }),
      ),
      rowsOf: (importId) => [...openRows(importId).values()],
      keepRows: (importId, parts) =>
        writers.during(kept.import, async () => {
          await openRows(importId).commit({ put: parts });
        }),
      removeRows: (importId) =>
        writers.during(kept.import, () => rm(join(folder, rowsOf(importId)), { recursive: true, force: true })),
      withRows: () => (existsSync(join(folder, rowsOf(''))) ? readdirSync(join(folder, rowsOf(''))) : []),
    },
    webhook: writers.add(
      openDocument({
        folder,
        name: 'webhook',
        what: kept.webhook,
        parse: (value) => webhookRecordSchema.safeParse(value).data ?? null,
        initial: NO_WEBHOOK,
        migrations: MIGRATIONS.webhook ?? [],
        onSetAside,
      }),
    ),
    pause: writers.add(
      openDocument({
        folder,
        name: 'pause',
        what: kept.pause,
        parse: (value) => pauseRecordSchema.safeParse(value).data ?? null,
        initial: { pause: null },
        onSetAside,
      }),
    ),
    counts: writers.add(
      openDocument<Counts | null>({
        folder,
        name: 'counts',
        what: kept.counts,
        parse: (value) => countsSchema.safeParse(value).data ?? null,
        initial: null,
        onSetAside,
      }),
    ),
    close: () => writers.close(),
  };
}
