// Asks the seller for a path and writes a CSV file there.
import { basename } from 'node:path';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { AskWhereToSave } from '../platform.ts';
import { StorageError, writeForSeller } from '../storage/durable-file.ts';

export interface CsvToSave {
  readonly title: string;
  /** The suggested file name. */
  readonly name: string;
  readonly parts: AsyncIterable<string> | Iterable<string>;
}

/** The name of the written file; null when the seller cancelled. */
export async function saveCsv(csv: CsvToSave, askWhereToSave: AskWhereToSave): Promise<Result<string | null>> {
  const extension = csv.name.split('.').at(-1) ?? 'csv';
  const path = await askWhereToSave({
    title: csv.title,
    name: csv.name,
    kind: { name: texts.common.csvFile, extension },
  });
  if (path === null) return ok(null);
  try {
    await writeForSeller(path, csv.parts, texts.common.fileNotWritten);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return refuse('storage', texts.common.choosePlace({ reason: error.message }));
  }
  return ok(basename(path));
}

/** The name of a file derived from another one. */
export const nameFrom = (name: string, what: string, extension = 'csv'): string =>
  `${name.replace(/\.\w{1,5}$/, '').replace(/[\\/:*?"<>|]/g, '-') || 'import'}-${what}.${extension}`;
