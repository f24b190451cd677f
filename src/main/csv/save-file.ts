// Asks the seller for a path and writes a file there.
import { basename } from 'node:path';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { AskWhereToSave } from '../platform.ts';
import { StorageError, writeForSeller } from '../storage/durable-file.ts';

interface FileToSave {
  readonly title: string;
  /** The suggested file name, with its extension. Characters that a system does not accept are replaced. */
  readonly name: string;
  /** The name of the file type; that of CSV files by default. */
  readonly kind?: string;
  readonly parts: Parameters<typeof writeForSeller>[1];
}

const UNSAFE = /[\\/:*?"<>|\p{C}]+/gu;

/** Resolves to the name of the written file; null when the seller cancelled. */
export async function saveFile(
  { title, name, kind = texts.common.csvFile, parts }: FileToSave,
  askWhereToSave: AskWhereToSave,
): Promise<Result<string | null>> {
  const extension = name.split('.').at(-1) ?? '';
  const path = await askWhereToSave({ title, name: name.replace(UNSAFE, ' '), kind: { name: kind, extension } });
  if (path === null) return ok(null);
  try {
    await writeForSeller(path, parts, texts.common.fileNotWritten);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return refuse('storage', texts.common.choosePlace({ reason: error.message }));
  }
  return ok(basename(path));
}
