// Imports the deliveries of earlier versions from segment files, with long bodies in separate files.
import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { DELIVERIES_KEPT } from '../../../shared/inbox.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { Database } from '../../storage/database.ts';
import { StorageError } from '../../storage/durable-file.ts';
import { ensureFolder, syncFolderNow } from '../../storage/folders.ts';
import { SegmentFiles } from '../../storage/segments.ts';
import { copyAside, type OnSetAside } from '../../storage/set-aside.ts';
import { count, insert, page, prune } from './delivery-table.ts';
import { deliveryRecordSchema, type Kept } from './record.ts';

const { damage, reasons } = texts.storage;

const segmentsIn = (folder: string): string => join(folder, 'deliveries');
const bodiesIn = (folder: string): string => join(folder, 'bodies');
/** Where the old files are kept after the import. */
export const oldFilesIn = (folder: string): string => join(folder, 'before-sqlite');

/** A long body was in a separate file named by the record's id. */
const segmentRecordSchema = deliveryRecordSchema.omit({ encoding: true }).extend({
  body: z.object({ encoding: deliveryRecordSchema.shape.encoding, text: z.string(), isWhole: z.boolean() }),
});
type SegmentRecord = z.infer<typeof segmentRecordSchema>;

/** The number of imported deliveries, and a checksum over them and their bodies. */
export interface Imported {
  readonly count: number;
  readonly checksum: string;
}

/**
 * Copies the deliveries into an empty database, one file at a time. Damaged segments are set aside and reported; the rest
 * of the old files stays as it is.
 */
export async function importSegments(folder: string, database: Database, onSetAside: OnSetAside): Promise<Imported> {
  const digests = new Map<string, string>();
  const mends: (() => void)[] = [];
  if (existsSync(segmentsIn(folder))) {
    const files = new SegmentFiles<readonly (SegmentRecord | null)[]>(segmentsIn(folder), {
      what: texts.inbox.kept.deliveries,
      parse({ records }) {
        if (!Array.isArray(records)) throw new Error(damage.unknownLayout);
        return records.map((record) => segmentRecordSchema.safeParse(record).data ?? null);
      },
    });
    // Reported under the path of the archived segments.
    const onSegmentAside: OnSetAside = (event) =>
      onSetAside({ ...event, movedTo: join(oldFilesIn(folder), relative(folder, event.movedTo)) });
    for (const name of files.list()) {
      const read = files.read(name);
      mends.push(() => read.setAside(onSegmentAside));
      const records = read.found ?? [];
      const readable = records.filter((record) => record !== null);
      // A record that was being moved is in both segments; the later one is right.
      for (const record of readable) {
        const kept = await keptOf(folder, record);
        insert(database, kept);
        digests.set(record.id, digestOf(kept));
      }
      const unread = records.length - readable.length;
      const path = files.pathOf(name);
      if (unread > 0) {
        mends.push(() => onSegmentAside(copyAside(path, damage.recordsNotRead({ records: unread }), readable.length)));
      }
      await setImmediate();
    }
  }
  // No file is changed before all have proved to be of this version.
  for (const mend of mends) mend();
  prune(database);
  const newest = [...digests.keys()].sort().reverse().slice(0, DELIVERIES_KEPT);
  return { count: newest.length, checksum: checksumOf(newest.map((id) => digests.get(id) ?? '')) };
}

/** Throws `StorageError` where the database differs from what was imported. */
export async function verifyImport(database: Database, imported: Imported): Promise<void> {
  const digests: string[] = [];
  for (let before: string | null = null; ; ) {
    const kept: Kept[] = page(database, before, 8);
    digests.push(...kept.map(digestOf));
    before = kept.at(-1)?.record.id ?? null;
    if (before === null) break;
    await setImmediate();
  }
  if (count(database) !== imported.count || checksumOf(digests) !== imported.checksum) {
    throw new StorageError(texts.inbox.kept.deliveries, new Error(reasons.notReadBack));
  }
}

/** Archives the old files. What fails is retried at the next start. */
export function moveSegments(folder: string): void {
  for (const old of [segmentsIn(folder), bodiesIn(folder)]) {
    if (!existsSync(old)) continue;
    try {
      ensureFolder(oldFilesIn(folder));
      renameSync(old, join(oldFilesIn(folder), relative(folder, old)));
      syncFolderNow(oldFilesIn(folder));
      syncFolderNow(folder);
    } catch (error) {
      console.error(`The files of an earlier version could not be moved: ${old}`, error);
    }
  }
}

async function keptOf(folder: string, { body, ...record }: SegmentRecord): Promise<Kept> {
  const { encoding, text, isWhole } = body;
  if (isWhole) return { record: { ...record, encoding }, body: text };
  try {
    return { record: { ...record, encoding }, body: await readFile(join(bodiesIn(folder), record.id), 'utf8') };
  } catch (error) {
    console.error(`Of a delivery only the start of its body could be read: ${record.id}`, error);
    return { record: { ...record, encoding, isJson: false }, body: text };
  }
}

const digestOf = ({ record, body }: Kept): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(record).sort()))
    .update('\0')
    .update(body)
    .digest('hex');

const checksumOf = (digests: readonly string[]): string => createHash('sha256').update(digests.join()).digest('hex');
