// The format of a backup, which is one file:
//
//   a line of JSON: kind, format, app version, time, and the encryption or null
//   the content: lines of text, gzipped, and encrypted if there is a passphrase (then followed by 16 bytes, the tag)
//   32 bytes: SHA-256 of everything before
//
// The checksum of the whole file is verified before anything is unpacked.
import { createCipheriv, createDecipheriv, createHash, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { parseJson } from '../service/outcome.ts';
import { timeSchema } from './stamp.ts';

const t = texts.storage.backup;

export const BACKUP_EXTENSION = 'storefront-backup';
/** The format that this app writes, and the newest that it can read. */
const BACKUP_FORMAT = 1;

const KIND = 'storefront-backup';
const SUM_BYTES = 32;
const TAG_BYTES = 16;
const MAX_HEADER_BYTES = 4 * 1024;
/** Limits for reading, in characters, against crafted files. A hundred thousand links take 60 million to a billion. */
const MOST = { unpacked: 4 * 1024 ** 3, line: 16 * 1024 ** 2 };

const encryptionSchema = z.object({ salt: z.base64(), nonce: z.base64() });
type Encryption = z.infer<typeof encryptionSchema>;

const headerSchema = z.object({
  kind: z.literal(KIND),
  format: z.int().min(1),
  appVersion: z.string().max(100),
  /** Ms since 1970. */
  createdAt: timeSchema,
  /** The number of payment links in the backup; missing if it is encrypted. */
  links: z.int().optional(),
  encryption: encryptionSchema.nullable(),
});
type BackupHeader = z.infer<typeof headerSchema>;

/** A backup that cannot be used. The message is for the seller. */
export class BackupError extends Error {
  constructor(
    readonly fault: 'not-a-backup' | 'newer' | 'damaged' | 'passphrase' | 'too-large' | 'unreadable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const damaged = (cause?: unknown) => new BackupError('damaged', t.damaged, { cause });

/** The bytes of a backup, in chunks. `lines` contain no line breaks. */
export async function* backupBytes(
  about: Pick<BackupHeader, 'appVersion' | 'createdAt' | 'links'>,
  lines: AsyncIterable<string>,
  passphrase: string | null,
): AsyncGenerator<Uint8Array> {
  // Random salt and nonce, so that no two backups share a key.
  const encryption = passphrase === null ? null : { salt: random(32), nonce: random(12) };
  const header = Buffer.from(`${JSON.stringify({ kind: KIND, format: BACKUP_FORMAT, ...about, encryption })}\n`);
  const cipher =
    encryption && passphrase !== null
      ? createCipheriv('aes-256-gcm', await keyOf(passphrase, encryption), nonceOf(encryption)).setAAD(header)
      : null;
  const sum = createHash('sha256').update(header);
  yield header;
  const packed = createGzip();
  // An error in the lines also ends the loop below.
  const input = pipeline(withBreaks(lines), packed).catch(() => undefined);
  for await (const chunk of packed) {
    const bytes = cipher ? cipher.update(chunk) : (chunk as Buffer);
    sum.update(bytes);
    yield bytes;
  }
  await input;
  if (cipher) {
    const end = Buffer.concat([cipher.final(), cipher.getAuthTag()]);
    sum.update(end);
    yield end;
  }
  yield sum.digest();
}

async function* withBreaks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

export type BackupFile = Awaited<ReturnType<typeof openBackup>>;

/** Reads a backup and verifies that it is complete and unchanged. Throws `BackupError`. */
export async function openBackup(path: string) {
  const bytes = await readFile(path).catch((cause: Error) => {
    throw new BackupError('unreadable', t.notRead({ reason: cause.message }), { cause });
  });
  const { header, raw } = headerIn(bytes);
  const end = bytes.length - SUM_BYTES;
  const isWhole =
    end >= raw.length && createHash('sha256').update(bytes.subarray(0, end)).digest().equals(bytes.subarray(end));
  if (!isWhole) throw damaged();
  return {
    header,
    /** Throws `BackupError`. */
    async *lines(passphrase: string | null) {
      const content = bytes.subarray(raw.length, end);
      const { encryption } = header;
      yield* unpacked(encryption ? await decrypted(content, raw, encryption, passphrase) : content);
    },
  };
}

/** Returns the header, and its bytes including the line break. */
function headerIn(bytes: Buffer): { readonly header: BackupHeader; readonly raw: Buffer } {
  const raw = bytes.subarray(0, bytes.subarray(0, MAX_HEADER_BYTES).indexOf('\n') + 1);
  const json = parseJson(raw.toString('utf8'));
  const kind = headerSchema.pick({ kind: true, format: true }).safeParse(json);
  if (!kind.success) throw new BackupError('not-a-backup', t.notABackup);
  if (kind.data.format > BACKUP_FORMAT) throw new BackupError('newer', t.newer);
  const header = headerSchema.safeParse(json);
  if (!header.success) throw damaged(header.error);
  return { header: header.data, raw };
}

async function* unpacked(packed: Buffer): AsyncGenerator<string> {
  const gunzip = createGunzip();
  gunzip.setEncoding('utf8').end(packed);
  let total = 0;
  let line = '';
  try {
    for await (const chunk of gunzip as AsyncIterable<string>) {
      const [end = '', ...next] = chunk.split('\n');
      line += end;
      total += chunk.length;
      if (total > MOST.unpacked || line.length > MOST.line) throw new BackupError('too-large', t.tooLarge);
      for (const start of next) {
        yield line;
        line = start;
      }
    }
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(error);
  }
  if (line !== '') throw damaged();
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const random = (bytes: number): string => randomBytes(bytes).toString('base64');
const nonceOf = ({ nonce }: Encryption): Buffer => Buffer.from(nonce, 'base64');

/** By scrypt: each guess costs 128 MB and some tenths of a second. NFC, so that every keyboard gives the same key. */
function keyOf(passphrase: string, { salt }: Encryption): Promise<Buffer> {
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 300 * 1024 * 1024 };
  return derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, cost);
}

async function decrypted(content: Buffer, header: Buffer, encryption: Encryption, passphrase: string | null) {
  if (passphrase === null) throw new BackupError('passphrase', t.needsPassphrase);
  const key = await keyOf(passphrase, encryption);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(encryption), { authTagLength: TAG_BYTES })
      .setAAD(header)
      .setAuthTag(content.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(content.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new BackupError('passphrase', t.wrongPassphrase, { cause });
  }
}
