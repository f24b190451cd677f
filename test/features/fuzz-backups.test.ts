// Any file given as a backup, even a crafted one, is read or rejected with a message.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContent } from '../../src/main/backup/content.ts';
import { BackupError, backupBytes, openBackup } from '../../src/main/storage/backup-file.ts';
import { defaultSettings } from '../../src/shared/settings.ts';
import { Computer } from '../support/computer.ts';

const PASSPHRASE = 'a passphrase to be tried';
const SUM = 32;
let folder: string;
let path: string;
let plain: Buffer;
let encrypted: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storefront-fuzz-'));
  path = join(folder, 'a.storefront-backup');
  const computer = await new Computer(folder).start();
  plain = await readFile(await computer.export(null, 'plain'));
  encrypted = await readFile(await computer.export(PASSPHRASE, 'encrypted'));
  await computer.stop();
});
afterAll(() => rm(folder, { recursive: true }));

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
/** Adds the correct checksum, as an attacker would. */
const summed = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -SUM), sumOf(bytes.subarray(0, -SUM))]);

/** The result: the content, or the message of the rejection. Any other error fails the test. */
async function read(bytes: Uint8Array, passphrase: string | null) {
  await writeFile(path, bytes);
  try {
    const file = await openBackup(path);
    return { content: await readContent(file.header.createdAt, file.lines(passphrase)) };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    expect(error.message).toMatch(/Nothing was changed|nothing was changed|passphrase|cannot be read/);
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

describe('a backup from outside', () => {
  it('is valid to begin with', async () => {
    expect(await read(plain, null)).toMatchObject({ content: { settings: defaultSettings(), unread: 0 } });
    expect(await read(encrypted, PASSPHRASE)).toMatchObject({ content: { settings: defaultSettings() } });
  });

  it('that is no backup, or was changed in transit, is rejected', async () => {
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
      { numRuns: 300 },
    );
  });

  it('that was changed with a new checksum is read or rejected', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => void (await read(summed(changed(plain, list)), null))),
      { numRuns: 300 },
    );
  });

  it('with changed ciphertext is rejected, whether its checksum is valid or not', async () => {
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
    async function* each(lines: readonly string[]) {
      yield* lines;
    }
    async function readLines(lines: readonly string[]) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of backupBytes({ appVersion: '1', createdAt: 1 }, each(lines), null)) chunks.push(chunk);
      return read(Buffer.concat(chunks), null);
    }
    const lineOf = (part: string, records: readonly unknown[]) =>
      JSON.stringify({ part, store: null, version: 1, records });
    const currencies = [{ id: 2, name: { length: { valueOf: 1, toString: 1 } } }];
    const broken = [lineOf('settings', [{ ...defaultSettings(), currencies }]), lineOf('end', [])];
    expect(await readLines(broken)).toMatchObject({ content: { settings: null, unread: 1 } });
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await readLines([`{"part":"products","store":null,"version":1,"records":[${deep}]}`])).toHaveProperty(
      'fault',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (lines) => {
        await readLines(lines);
        expect(Reflect.get({}, 'polluted')).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });
});
