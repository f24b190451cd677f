// Damages a closed database: one page, or one byte of a text.
import { closeSync, copyFileSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { Database } from '../../src/main/storage/database.ts';

/** Overwrites the first page of a table or an index. */
export async function damagePageOf(file: string, name: string): Promise<void> {
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  const database = new Database(copy, { what: 'The copy' });
  const [schema] = database.all<{ rootpage: number }>('SELECT rootpage FROM sqlite_schema WHERE name = ?', name);
  const [size] = database.all<{ page_size: number }>('PRAGMA page_size');
  await database.close();
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  overwrite(file, ((schema?.rootpage ?? 0) - 1) * (size?.page_size ?? 0), Buffer.alloc(64, 0xa5));
}

/** Replaces the first byte of every occurrence of a text in the file. */
export function damageText(file: string, text: string, byte: number): void {
  const bytes = readFileSync(file);
  for (let offset = bytes.indexOf(text); offset >= 0; offset = bytes.indexOf(text, offset + 1))
    overwrite(file, offset, Buffer.of(byte));
}

export function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}
