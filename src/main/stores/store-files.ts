// Opens the files in a store's folder: the outbox and documents. The catalog is a database beside them.
import { join } from 'node:path';
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { type ColumnMemory, columnMemorySchema } from '../import/memory.ts';
import { type Document, type OwnedDocument, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { NO_WEBHOOK, type WebhookRecord, webhookRecordSchema } from '../store-record.ts';
import { availabilitySchema } from '../sync/outbox/availability.ts';
import { Queue } from '../sync/outbox/queue.ts';
import { openQueueFiles } from '../sync/outbox/queue-files.ts';

const { kept } = texts.stores;

const pauseRecordSchema = z.object({ pause: availabilitySchema.nullable() });

export interface StoreFiles {
  readonly queue: Queue;
  readonly webhook: Document<WebhookRecord>;
  /** The pause at the end of the last run; null if there was none. */
  readonly pause: Document<z.infer<typeof pauseRecordSchema>>;
  /** The column mappings of imported files. */
  readonly columnMemory: Document<ColumnMemory>;
  /** Resolves when all writes have ended; later writes are rejected. */
  close(): Promise<void>;
}

export function openStoreFiles(folder: string, now: () => number, onSetAside: OnSetAside): StoreFiles {
  const document = <T>(name: string, what: string, schema: z.ZodType<T>, initial: T): OwnedDocument<T> =>
    openDocument<T>({
      folder,
      name,
      what,
      parse: (value) => schema.safeParse(value).data ?? null,
      initial,
      onSetAside,
    });
  const queue = new Queue(openQueueFiles(join(folder, 'outbox'), onSetAside), kept.outbox, now);
  const columnMemory = document<ColumnMemory>('import-columns', kept.importColumns, columnMemorySchema, {
    remembered: [],
  });
  const webhook = document<WebhookRecord>('webhook', kept.webhook, webhookRecordSchema, NO_WEBHOOK);
  const pause = document('pause', kept.pause, pauseRecordSchema, { pause: null });
  return {
    queue,
    webhook,
    pause,
    columnMemory,
    close: async () => {
      for (const document of [columnMemory, webhook, pause]) document.close();
      await queue.close();
    },
  };
}
