// Any file given as a backup, however large or crafted, is read, or rejected with a reason.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { lineOf, readContent } from '../../src/main/backup/content.ts';
import { BackupError, backupBytes, openBackup } from '../../src/main/storage/backup-file.ts';
import { DEFAULT_SETTINGS } from '../../src/main/store-record.ts';
import { Computer } from '../support/computer.ts';
import { temporaryFolder } from '../support/folder.ts';

const PASSPHRASE = 'a passphrase to be tried';
const SUM = 32;
const END = lineOf('end', null, null);

let path: string;
beforeEach(() => {
  path = join(temporaryFolder(), 'a.storefront-backup');
});

async function backupOf(lines: Iterable<string>): Promise<Buffer> {
  async function* each() {
    yield* lines;
  }
  const parts: Uint8Array[] = [];
  for await (const part of backupBytes({ appVersion: '1', createdAt: 1 }, each(), null)) parts.push(part);
  return Buffer.concat(parts);
}

/** The content of a backup, or the reason why the app rejects it. Any other error fails the test. */
async function read(bytes: Uint8Array | string, passphrase: string | null = null) {
  writeFileSync(path, bytes);
  try {
    return { content: await readContent(await openBackup(path), passphrase) };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    if (error.fault !== 'newer') expect(error.message).toContain('Nothing was changed');
    return { fault: error.fault };
  }
}

const headerOf = (file: Buffer) => file.subarray(0, file.indexOf(10) + 1);
/** Adds the correct checksum, as an attacker would. */
const summed = (content: Buffer) => Buffer.concat([content, createHash('sha256').update(content).digest()]);

let plain: Buffer;
let encrypted: Buffer;
beforeAll(async () => {
  const computer = await new Computer().start();
  plain = readFileSync(await computer.export(null, 'plain'));
  encrypted = readFileSync(await computer.export(PASSPHRASE, 'encrypted'));
  await computer.remove();
});

it('a line that is too long, an unknown line, a missing end or a header over its limit is rejected', async () => {
  const whole = await backupOf([END]);
  for (const text of ['x'.repeat(20 * 1024 ** 2), `${'x'.repeat(20 * 1024 ** 2)}\n`]) {
    const file = summed(Buffer.concat([headerOf(whole), gzipSync(text)]));
    expect(file.length).toBeLessThan(50_000);
    expect(await read(file)).toEqual({ fault: 'too-large' });
  }
  for (const lines of [[''], ['7'], [lineOf('letters', null, 'x')]]) {
    expect(await read(await backupOf(lines)), lines[0]).toEqual({ fault: 'damaged' });
  }
  const long = { kind: 'storefront-backup', format: 1, more: 'x'.repeat(5_000) };
  expect(await read(`${JSON.stringify(long)}\n`)).toEqual({ fault: 'not-a-backup' });
});

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

it('a file that is not a backup, is of a newer format, or was changed in transit, is rejected', async () => {
  expect(await read(plain)).toMatchObject({ content: { settings: DEFAULT_SETTINGS, unread: 0 } });
  expect(await read(encrypted, PASSPHRASE)).toMatchObject({ content: { settings: DEFAULT_SETTINGS } });
  expect(await read(encrypted, 'another passphrase')).toEqual({ fault: 'passphrase' });
  expect(await read(plain.subarray(0, -40))).toEqual({ fault: 'damaged' });
  expect(await read('%PDF-1.7 something else\n')).toEqual({ fault: 'not-a-backup' });
  expect(await read(plain.toString('latin1').replace('"format":1', '"format":2'))).toEqual({ fault: 'newer' });
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

it('a file with a new checksum is read or rejected, and always rejected if its ciphertext was changed', async () => {
  const resummed = (file: Buffer) => summed(file.subarray(0, -SUM));
  await fc.assert(
    fc.asyncProperty(changes, async (list) => void (await read(resummed(changed(plain, list))))),
    { numRuns: 200 },
  );
  // Only three files, because each attempt derives a key, which is slow by design.
  const header = headerOf(encrypted).length;
  for (const at of [header, Math.floor((header + encrypted.length) / 2), encrypted.length - SUM - 1]) {
    const file = Buffer.from(encrypted);
    file.writeUInt8(file.readUInt8(at) ^ 1, at);
    expect(['passphrase', 'damaged']).toContain((await read(resummed(file), PASSPHRASE)).fault);
  }
});

it('a file with a valid format and any content is read or rejected, and changes no prototype', async () => {
  const value = fc.oneof(
    fc.anything({ withNullPrototype: true, maxDepth: 3 }),
    fc.constantFrom(
      { length: { valueOf: 1, toString: 1 } },
      JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
      DEFAULT_SETTINGS,
    ),
  );
  const part = fc.constantFrom(
    ...[
      'settings',
      'templates',
      'store',
      'webhook',
      'products',
      'links',
      'outbox',
      'history',
      'sales',
      'currencies',
      'end',
    ],
    ...['__proto__', 'constructor', 'toString', ''],
  );
  const store = fc.oneof(fc.constant(null), fc.uuid(), fc.constantFrom('__proto__', '../../..'));
  const line = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
    fc
      .record({ part: fc.oneof(part, value), store, record: value })
      .map((fields) => JSON.stringify(fields, (_key, each) => (typeof each === 'bigint' ? Number(each) : each)) ?? ''),
  );
  const message = { length: { valueOf: 1, toString: 1 } };
  const broken = [lineOf('settings', null, { ...DEFAULT_SETTINGS, message }), END];
  expect(await read(await backupOf(broken))).toMatchObject({ content: { settings: null, unread: 1 } });
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(await read(await backupOf([`{"part":"products","store":null,"record":${deep}}`]))).toHaveProperty('fault');
  await fc.assert(
    fc.asyncProperty(fc.array(line), async (all) => {
      await read(await backupOf(all));
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});
