// The size limits of a backup: each limit is reached here, and one step below it the backup can be read.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { type ContentBounds, lineOf, readContent } from '../../src/main/backup/content.ts';
import { linesOf, sourceOf } from '../../src/main/backup/write-content.ts';
import type { ProductRecord } from '../../src/main/catalog/records.ts';
import { BackupError, backupBytes, type FileBounds, openBackup } from '../../src/main/storage/backup-file.ts';
import type { StoreRecord } from '../../src/main/store-record.ts';
import { defaultSettings } from '../../src/shared/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'storefront-bounds-'));
const path = join(folder, 'a.storefront-backup');
afterAll(() => rmSync(folder, { recursive: true }));

async function write(lines: Iterable<string>): Promise<void> {
  async function* each() {
    yield* lines;
  }
  const parts: Uint8Array[] = [];
  for await (const part of backupBytes({ appVersion: '1', createdAt: 1 }, each(), null)) parts.push(part);
  writeFileSync(path, Buffer.concat(parts));
}

/** The result: the number of lines, or the reason of the rejection. */
async function lines(bounds: Partial<FileBounds> = {}): Promise<number | string> {
  return faultOf(async () => {
    let count = 0;
    for await (const _ of (await openBackup(path, bounds)).lines(null)) count += 1;
    return count;
  });
}
const content = (bounds: Partial<ContentBounds> = {}) =>
  faultOf(async () => readContent(1, (await openBackup(path)).lines(null), bounds));
async function faultOf<T>(act: () => Promise<T>): Promise<T | string> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    expect(error.message).toContain('Nothing was changed');
    return error.fault;
  }
}

const store = (): StoreRecord => ({
  id: uuidv7(),
  name: 'Mara',
  serviceAddress: 'https://service.example',
  email: 'mara@shop.example',
  practice: false,
  workOffline: false,
  undocumentedProductUpdate: false,
  checkoutUrl: null,
  sellerSlug: null,
  pageUrl: null,
});
const product = (description = 'What it is.'): ProductRecord => ({
  id: uuidv7(),
  rev: { time: 1, counter: 0, device: 'a' },
  createdAt: 1,
  deletedAt: null,
  fields: { buttonTitle: 'Buy', productTitle: 'Coaching', productDescription: description },
  origin: 'desk',
  serverId: null,
  state: 'draft',
  defaultPrices: [],
  checkout: null,
  answer: null,
});
const END = lineOf('end', null, []);
const of = (part: string, records: readonly unknown[], storeId: string | null = null) => lineOf(part, storeId, records);
const repeated = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i));

describe('a backup file is rejected', () => {
  it('with too many lines', async () => {
    await write(repeated(6, () => ''));
    expect(await lines({ lines: 6 })).toBe(6);
    expect(await lines({ lines: 5 })).toBe('too-large');
  });

  it('with millions of lines, however small', async () => {
    await write([]);
    const header = readFileSync(path).subarray(0, readFileSync(path).indexOf(10) + 1);
    const body = Buffer.concat([header, gzipSync('\n'.repeat(5_000_000))]);
    writeFileSync(path, Buffer.concat([body, createHash('sha256').update(body).digest()]));
    expect(statSync(path).size).toBeLessThan(10_000);
    expect(await lines()).toBe('too-large');
  });

  it.each([1_000, 100_000])('with a line longer than the limit, of %d bytes, terminated or not', async (bytes) => {
    await write([END, 'x'.repeat(bytes), END]);
    expect(await lines({ lineBytes: bytes })).toBe(3);
    expect(await lines({ lineBytes: bytes - 1 })).toBe('too-large');
    await write(['x'.repeat(50 * bytes)]);
    expect(await lines({ lineBytes: bytes })).toBe('too-large');
  });

  it('with too much unpacked content, however small it is', async () => {
    await write(repeated(1_000, () => 'x'.repeat(999)));
    expect(statSync(path).size).toBeLessThan(10_000);
    expect(await lines({ unpackedBytes: 1_000_000 })).toBe(1_000);
    expect(await lines({ unpackedBytes: 999_999 })).toBe('too-large');
  });

  it('if it is too long', async () => {
    await write([END]);
    const { size } = statSync(path);
    expect(await lines({ unpackedBytes: size })).toBe(1);
    expect(await lines({ unpackedBytes: size - 1 })).toBe('too-large');
  });

  it('with a header over its limit', async () => {
    writeFileSync(path, `${JSON.stringify({ kind: 'storefront-backup', format: 1, more: 'x'.repeat(5_000) })}\n`);
    expect(await lines()).toBe('not-a-backup');
  });
});

describe('the content of a backup is rejected', () => {
  it('with too many records', async () => {
    await write([...repeated(3, () => of('letters', [1, 2])), END]);
    expect(await content({ records: 6 })).toMatchObject({ unknown: ['letters'] });
    expect(await content({ records: 5 })).toBe('too-large');
  });

  it('with too many unknown parts, or unknown parts with long names', async () => {
    await write([...repeated(4, (index) => of(`part ${index}`, [])), ...repeated(40, () => of('part 0', [])), END]);
    expect(await content({ unknownParts: 4 })).toMatchObject({ unknown: ['part 0', 'part 1', 'part 2', 'part 3'] });
    expect(await content({ unknownParts: 3 })).toBe('too-large');
    await write([...repeated(1_000, (index) => of(`part ${index}`, [])), END]);
    expect(await content()).toBe('too-large');
    await write([of('x'.repeat(101), []), END]);
    expect(await content()).toBe('damaged');
  });

  it('with too many stores, or a repeated store', async () => {
    const stores = repeated(3, () => of('store', [store()]));
    await write([...stores, ...stores, END]);
    expect(await content({ stores: 3 })).toMatchObject({ stores: { length: 3 }, unread: 3 });
    expect(await content({ stores: 2 })).toBe('too-large');
  });

  it('with too many records in a line', async () => {
    await write([of('letters', new Array(10_001).fill(1)), END]);
    expect(await content()).toBe('damaged');
  });

  it('with too much content for memory, where unknown parts do not count', async () => {
    const record = store();
    const kept = [of('store', [record]), of('products', [product()], record.id), of('settings', [defaultSettings()])];
    const bytes = [...kept, END].reduce((sum, line) => sum + line.length, 0);
    await write([...kept, ...repeated(50, () => of('letters', ['x'.repeat(1_000)])), END]);
    expect(await content({ keptBytes: bytes })).toMatchObject({ stores: { length: 1 }, unknown: ['letters'] });
    expect(await content({ keptBytes: bytes - 1 })).toBe('too-large');
  });

  it('the content is written in lines that can be read again, however large its records are', async () => {
    const record = store();
    const products = Array.from({ length: 70 }, () => product('x'.repeat(300_000)));
    const stores = [{ record, webhook: null, products, links: [], outbox: [], history: [], sales: [] }];
    const whole = { createdAt: 1, settings: null, templates: [], stores, unread: 0, ahead: 0, unknown: [], note: null };
    let longest = 0;
    let read = 0;
    for await (const line of linesOf(sourceOf(whole))) {
      longest = Math.max(longest, line.length);
      const { part, records } = JSON.parse(line) as { part: string; records: unknown[] };
      if (part === 'products') read += records.length;
    }
    expect(read).toBe(70);
    expect(longest).toBeLessThan(1024 ** 2);
  });
});
