// Any file given as a backup, however large or crafted, is read, or rejected with a reason.
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentBounds, lineOf, readContent } from '../../src/main/backup/content.ts';
import { linesOf } from '../../src/main/backup/write-content.ts';
import type { ProductRecord } from '../../src/main/catalog/records.ts';
import { BackupError, backupBytes, type FileBounds, openBackup } from '../../src/main/storage/backup-file.ts';
import type { StoreRecord } from '../../src/main/store-record.ts';
import { defaultSettings } from '../../src/shared/settings.ts';
import { Computer } from '../support/computer.ts';
import { newFolder, removeFolder } from '../support/folder.ts';

const folder = newFolder();
const path = join(folder, 'a.storefront-backup');
afterAll(() => removeFolder(folder));

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
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const END = lineOf('end', null, []);
const of = (part: string, records: readonly unknown[], storeId: string | null = null) => lineOf(part, storeId, records);
const repeated = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i));

describe('a backup file is rejected', () => {
  it('with too many lines, or millions of empty ones', async () => {
    await write(repeated(6, () => ''));
    expect(await lines({ lines: 6 })).toBe(6);
    expect(await lines({ lines: 5 })).toBe('too-large');
    await write([]);
    const header = readFileSync(path).subarray(0, readFileSync(path).indexOf(10) + 1);
    const body = Buffer.concat([header, gzipSync('\n'.repeat(5_000_000))]);
    writeFileSync(path, Buffer.concat([body, sumOf(body)]));
    expect(statSync(path).size).toBeLessThan(10_000);
    expect(await lines()).toBe('too-large');
  });

  it('with a line longer than the limit, terminated or not', async () => {
    for (const bytes of [1_000, 100_000]) {
      await write([END, 'x'.repeat(bytes), END]);
      expect(await lines({ lineBytes: bytes })).toBe(3);
      expect(await lines({ lineBytes: bytes - 1 })).toBe('too-large');
      await write(['x'.repeat(50 * bytes)]);
      expect(await lines({ lineBytes: bytes })).toBe('too-large');
    }
  });

  it('with too much content, packed or not, or a header over its limit', async () => {
    await write(repeated(1_000, () => 'x'.repeat(999)));
    expect(statSync(path).size).toBeLessThan(10_000);
    expect(await lines({ unpackedBytes: 1_000_000 })).toBe(1_000);
    expect(await lines({ unpackedBytes: 999_999 })).toBe('too-large');
    await write([END]);
    const { size } = statSync(path);
    expect(await lines({ unpackedBytes: size })).toBe(1);
    expect(await lines({ unpackedBytes: size - 1 })).toBe('too-large');
    writeFileSync(path, `${JSON.stringify({ kind: 'storefront-backup', format: 1, more: 'x'.repeat(5_000) })}\n`);
    expect(await lines()).toBe('not-a-backup');
  });
});

describe('the content of a backup', () => {
  it('is rejected with too many records, records in a line, or long names of parts', async () => {
    await write([...repeated(3, () => of('letters', [1, 2])), END]);
    expect(await content({ records: 6 })).toMatchObject({ unread: 6 });
    expect(await content({ records: 5 })).toBe('too-large');
    await write([of('letters', new Array(10_001).fill(1)), END]);
    expect(await content()).toBe('damaged');
    await write([of('x'.repeat(101), []), END]);
    expect(await content()).toBe('damaged');
  });

  it('is rejected with too many stores, or too much for memory, where unknown parts do not count', async () => {
    const stores = repeated(3, () => of('store', [store()]));
    await write([...stores, ...stores, END]);
    expect(await content({ stores: 3 })).toMatchObject({ stores: { length: 3 }, unread: 3 });
    expect(await content({ stores: 2 })).toBe('too-large');
    const record = store();
    const kept = [of('store', [record]), of('products', [product()], record.id), of('settings', [defaultSettings()])];
    const bytes = [...kept, END].reduce((sum, line) => sum + line.length, 0);
    await write([...kept, ...repeated(50, () => of('letters', ['x'.repeat(1_000)])), END]);
    expect(await content({ keptBytes: bytes })).toMatchObject({ stores: { length: 1 }, unread: 50 });
    expect(await content({ keptBytes: bytes - 1 })).toBe('too-large');
  });

  it('is written in lines that can be read again, however large its records are', async () => {
    const record = store();
    const products = Array.from({ length: 70 }, () => product('x'.repeat(300_000)));
    const stores = [
      {
        record,
        webhook: null,
        products: [products.slice(0, 35), products.slice(35)],
        links: [],
        outbox: [],
        history: [],
        sales: [],
      },
    ];
    let longest = 0;
    let read = 0;
    for await (const line of linesOf({ settings: null, templates: [], stores })) {
      longest = Math.max(longest, line.length);
      const { part, records } = JSON.parse(line) as { part: string; records: unknown[] };
      if (part === 'products') read += records.length;
    }
    expect(read).toBe(70);
    expect(longest).toBeLessThan(1024 ** 2);
  });
});

describe('a file from outside', () => {
  const PASSPHRASE = 'a passphrase to be tried';
  const SUM = 32;
  let plain: Buffer;
  let encrypted: Buffer;

  beforeAll(async () => {
    const computer = await new Computer().start();
    plain = readFileSync(await computer.export(null, 'plain'));
    encrypted = readFileSync(await computer.export(PASSPHRASE, 'encrypted'));
    await computer.remove();
  });

  /** Adds the correct checksum, as an attacker would. */
  const summed = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -SUM), sumOf(bytes.subarray(0, -SUM))]);

  /** The content, or the reason of the rejection. Any other error fails the test. */
  async function read(bytes: Uint8Array, passphrase: string | null) {
    writeFileSync(path, bytes);
    try {
      const file = await openBackup(path);
      return { content: await readContent(file.header.createdAt, file.lines(passphrase)) };
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      return { fault: error.fault };
    }
  }

  /** Changes, removes or inserts some bytes of a file. */
  const changes = fc.array(
    fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), fc.uint8Array({ minLength: 1, maxLength: 40 })),
    { minLength: 1, maxLength: 4 },
  );
  function changed(bytes: Buffer, list: readonly (readonly [number, number, Uint8Array])[]): Buffer {
    return list.reduce((file, [where, out, put]) => {
      const at = Math.floor(where * file.length);
      return Buffer.concat([file.subarray(0, at), put, file.subarray(at + out * put.length)]);
    }, bytes);
  }

  it('that is no backup, or was changed in transit, is rejected', async () => {
    expect(await read(plain, null)).toMatchObject({ content: { settings: defaultSettings(), unread: 0 } });
    expect(await read(encrypted, PASSPHRASE)).toMatchObject({ content: { settings: defaultSettings() } });
    const files = fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      fc.json().map((text) => Buffer.from(`${text}\n`)),
      changes.map((list) => changed(plain, list)).filter((file) => !file.equals(plain)),
      changes.map((list) => changed(encrypted, list)).filter((file) => !file.equals(encrypted)),
    );
    await fc.assert(
      fc.asyncProperty(files, async (file) => {
        expect((await read(file, PASSPHRASE)).content).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('with a new checksum is read or rejected, and always rejected if its ciphertext was changed', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => void (await read(summed(changed(plain, list)), null))),
      { numRuns: 200 },
    );
    // Each attempt derives a key, which is slow by design.
    const header = encrypted.indexOf(10) + 1;
    for (const at of [header, Math.floor((header + encrypted.length) / 2), encrypted.length - SUM - 1]) {
      const file = Buffer.from(encrypted);
      file.writeUInt8(file.readUInt8(at) ^ 1, at);
      expect(['passphrase', 'damaged']).toContain((await read(summed(file), PASSPHRASE)).fault);
    }
  });

  it('with a valid format and any content is read or rejected, and changes no prototype', async () => {
    const value = fc.oneof(
      fc.anything({ withNullPrototype: true, maxDepth: 3 }),
      fc.constantFrom(
        { length: { valueOf: 1, toString: 1 } },
        JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
        defaultSettings(),
      ),
      fc.constant(JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`)),
    );
    const part = fc.constantFrom(
      ...['settings', 'choices', 'templates', 'store', 'webhook', 'products', 'links', 'outbox', 'history', 'sales'],
      ...['imports', 'end', '__proto__', 'constructor', 'toString', ''],
    );
    const line = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
      fc
        .record({
          part: fc.oneof(part, value),
          store: fc.oneof(fc.constant(null), fc.uuid(), fc.constantFrom('__proto__', '../../..')),
          version: fc.oneof(fc.constant(1), fc.anything()),
          records: fc.oneof(fc.array(value), value),
        })
        .map(
          (fields) => JSON.stringify(fields, (_key, each) => (typeof each === 'bigint' ? Number(each) : each)) ?? '',
        ),
    );
    async function readLines(all: readonly string[]) {
      await write(all);
      return read(readFileSync(path), null);
    }
    const currencies = [{ id: 2, name: { length: { valueOf: 1, toString: 1 } } }];
    const broken = [of('settings', [{ ...defaultSettings(), currencies }]), END];
    expect(await readLines(broken)).toMatchObject({ content: { settings: null, unread: 1 } });
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await readLines([`{"part":"products","store":null,"version":1,"records":[${deep}]}`])).toHaveProperty(
      'fault',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (all) => {
        await readLines(all);
        expect(Reflect.get({}, 'polluted')).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});
