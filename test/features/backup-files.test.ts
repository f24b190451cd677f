// Any file given as a backup, however large or crafted, is read, or rejected with a reason.
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineOf, readContent } from '../../src/main/backup/content.ts';
import { BackupError, backupBytes, openBackup } from '../../src/main/storage/backup-file.ts';
import { LATEST_TIME } from '../../src/main/storage/stamp.ts';
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

/** The content, or the reason of the rejection. */
const content = () => faultOf(async () => readContent(1, (await openBackup(path)).lines(null), LATEST_TIME));
async function faultOf<T>(act: () => Promise<T>): Promise<T | string> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    expect(error.message).toContain('Nothing was changed');
    return error.fault;
  }
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const END = lineOf('end', null, null);
const of = (part: string, record: unknown, storeId: string | null = null) => lineOf(part, storeId, record);

describe('a backup file is rejected', () => {
  it('with a line that is too long, terminated or not, however small it is when packed', async () => {
    for (const text of ['x'.repeat(20 * 1024 ** 2), `${'x'.repeat(20 * 1024 ** 2)}\n`]) {
      await write([]);
      const header = readFileSync(path).subarray(0, readFileSync(path).indexOf(10) + 1);
      const body = Buffer.concat([header, gzipSync(text)]);
      writeFileSync(path, Buffer.concat([body, sumOf(body)]));
      expect(statSync(path).size).toBeLessThan(50_000);
      expect(await content()).toBe('too-large');
    }
  });

  it('with lines that are not of a backup, without its end, or with a header over its limit', async () => {
    for (const lines of [[''], ['7'], [of('letters', 'x')]]) {
      await write(lines);
      expect(await content()).toBe('damaged');
    }
    writeFileSync(path, `${JSON.stringify({ kind: 'storefront-backup', format: 1, more: 'x'.repeat(5_000) })}\n`);
    expect(await content()).toBe('not-a-backup');
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
      return { content: await readContent(file.header.createdAt, file.lines(passphrase), LATEST_TIME) };
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
          record: value,
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
    const broken = [of('settings', { ...defaultSettings(), currencies }), END];
    expect(await readLines(broken)).toMatchObject({ content: { settings: null, unread: 1 } });
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await readLines([`{"part":"products","store":null,"record":${deep}}`])).toHaveProperty('fault');
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (all) => {
        await readLines(all);
        expect(Reflect.get({}, 'polluted')).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});
