// Asks the seller for a path and writes a file or a table there.
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { AskWhereToSave } from '../platform.ts';
import { StorageError, writeForSeller } from '../storage/durable-file.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvRows } from './csv.ts';

interface FileToSave {
  readonly title: string;
  /** The suggested file name, with its extension. Characters that a system does not accept are replaced. */
  readonly name: string;
  /** The name of the file type; that of CSV files by default. */
  readonly kind?: string;
}

const UNSAFE = /[\\/:*?"<>|\p{C}]+/gu;

/** Resolves to the name of the file and what `write` returns; null when the seller cancelled. */
export async function saveFile<T>(
  { title, name, kind = texts.common.csvFile }: FileToSave,
  askWhereToSave: AskWhereToSave,
  write: (path: string) => Promise<T>,
): Promise<Result<(T & { file: string }) | null>> {
  const extension = name.split('.').at(-1) ?? '';
  const path = await askWhereToSave({ title, name: name.replace(UNSAFE, ' '), kind: { name: kind, extension } });
  if (path === null) return ok(null);
  try {
    return ok({ ...(await write(path)), file: basename(path) });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return refuse('storage', texts.common.choosePlace({ reason: error.message }));
  }
}

/** The rows of a table in parts; the first row is its header. */
export type Table = AsyncIterable<readonly (readonly CsvCell[])[]>;

/** Writes CSV, and yields to the event loop between parts. Resolves to null when the seller cancelled. */
export function saveTable(
  { delimiter, ...file }: FileToSave & { readonly delimiter?: string },
  table: Table,
  askWhereToSave: AskWhereToSave,
): Promise<Result<{ file: string; rows: number } | null>> {
  let rows = -1;
  async function* parts() {
    yield BYTE_ORDER_MARK;
    for await (const part of table) {
      rows += part.length;
      yield csvRows(part, delimiter);
      await setImmediate();
    }
  }
  return saveFile(file, askWhereToSave, async (path) => {
    await writeForSeller(path, parts(), texts.common.fileNotWritten);
    return { rows };
  });
}
