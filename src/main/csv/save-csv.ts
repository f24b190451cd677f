// Asks where a CSV file goes and writes it there.
import { basename } from 'node:path';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { AskWhereToSave } from '../platform.ts';
import { StorageError, writeForSeller } from '../storage/durable-file.ts';

export interface CsvToSave {
  readonly title: string;
  /** The file's name to begin with. */
  readonly name: string;
  readonly parts: AsyncIterable<string> | Iterable<string>;
  /** What is said where the disk refused. */
  notWritten(reason: string): string;
}

/** The name of the file that was written; null when it was called off. */
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
    return refuse('storage', csv.notWritten(error.message));
  }
  return ok(basename(path));
}

/** The name of a file that is made of another one. */
export const nameFrom = (name: string, what: string, extension = 'csv'): string =>
  `${name.replace(/\.\w{1,5}$/, '').replace(/[\\/:*?"<>|]/g, '-') || 'import'}-${what}.${extension}`;
