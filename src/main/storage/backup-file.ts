// The format of a backup: one file, read and written in a stream.
//
//   a line of JSON: kind, format, app version, time, and how it is encrypted or null
//   the content: lines of text, gzipped, and encrypted where there is a passphrase (then 16 bytes of its tag follow)
//   32 bytes: SHA-256 of all before
//
// Nothing is unpacked before the checksum of the whole file has been verified.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { encryptionSchema, keyOf, newEncryption, sealWith, TAG_BYTES, unsealWith } from './backup-cipher.ts';
import { timeSchema } from './stamp.ts';

const t = texts.storage.backup;

export const BACKUP_EXTENSION = 'storefront-backup';
/** The format that this app writes, and the newest that it reads. */
const BACKUP_FORMAT = 1;

const KIND = 'storefront-backup';
const SUM_BYTES = 32;
const MAX_HEADER_BYTES = 4 * 1024;
/** Limits for reading; a backup never needs more. */
export const FILE_BOUNDS = {
  /** A hundred thousand links take 60 to 150 MB. */
  unpackedBytes: 1024 ** 3,
  /** A line has 512 kB or one record; a record with an answer of 1 MB has 6 MB when each character is escaped. */
  lineBytes: 16 * 1024 ** 2,
  /** At 64 records a line, six times the records that a backup may have. */
  lines: 200_000,
};
export type FileBounds = typeof FILE_BOUNDS;

const headerSchema = z.object({
  kind: z.literal(KIND),
  format: z.int().min(1),
  appVersion: z.string().max(100),
  /** Ms since 1970. */
  createdAt: timeSchema,
  /** How many payment links a daily copy holds. */
  links: z.int().optional(),
  encryption: encryptionSchema.nullable(),
});
export type BackupHeader = z.infer<typeof headerSchema>;

export type BackupFault = 'not-a-backup' | 'newer' | 'damaged' | 'passphrase' | 'too-large' | 'unreadable';

/** A backup that cannot be used. The message is for the seller. */
export class BackupError extends Error {
  constructor(
    readonly fault: BackupFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'BackupError';
  }
}

const notABackup = () => new BackupError('not-a-backup', t.notABackup);
const damaged = (cause?: unknown) => new BackupError('damaged', t.damaged, { cause });
const tooLarge = () => new BackupError('too-large', t.tooLarge);

/** The bytes of a backup, in chunks. `lines` contain no line breaks. */
export async function* backupBytes(
  about: Pick<BackupHeader, 'appVersion' | 'createdAt' | 'links'>,
  lines: AsyncIterable<string>,
  passphrase: string | null,
): AsyncGenerator<Uint8Array> {
  const encryption = passphrase === null ? null : newEncryption();
  const header = Buffer.from(`${JSON.stringify({ kind: KIND, format: BACKUP_FORMAT, ...about, encryption })}\n`);
  const cipher =
    encryption && passphrase !== null ? sealWith(await keyOf(passphrase, encryption), encryption, header) : null;
  const sum = createHash('sha256').update(header);
  yield header;
  const packed = createGzip();
  // An error of the lines also ends the loop below.
  const input = pipeline(Readable.from(withBreaks(lines)), packed).catch(() => undefined);
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

export interface BackupFile {
  readonly header: BackupHeader;
  /** Size of the file. */
  readonly bytes: number;
  /** Verifies the passphrase first. Throws `BackupError`. */
  lines(passphrase: string | null): AsyncGenerator<string>;
}

/** Throws `BackupError`. Nothing after the header is verified. */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  const file = await open(path, 'r');
  try {
    return (await readHeader(file)).header;
  } finally {
    await file.close();
  }
}

/** Opens a backup and verifies that it is complete and unchanged. Throws `BackupError`. */
export async function openBackup(path: string, within: Partial<FileBounds> = {}): Promise<BackupFile> {
  const bounds = { ...FILE_BOUNDS, ...within };
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw unreadable(cause);
  });
  try {
    const { size: bytes } = await file.stat();
    const { header, raw } = await readHeader(file);
    const end = bytes - SUM_BYTES;
    if (bytes > bounds.unpackedBytes) throw tooLarge();
    if (end < raw.length) throw damaged();
    await verify(path, end, await readAt(file, end, SUM_BYTES));
    const { encryption } = header;
    const contentEnd = encryption ? end - TAG_BYTES : end;
    if (contentEnd < raw.length) throw damaged();
    const tag = await readAt(file, contentEnd, encryption ? TAG_BYTES : 0);
    const content = { path, start: raw.length, end: contentEnd, bounds };
    return {
      header,
      bytes,
      async *lines(passphrase) {
        if (!encryption) return yield* unpacked(content, null);
        if (passphrase === null) throw new BackupError('passphrase', t.needsPassphrase);
        const key = await keyOf(passphrase, encryption);
        await verifyKey(content, unsealWith(key, encryption, raw, tag));
        yield* unpacked(content, unsealWith(key, encryption, raw, tag));
      },
    };
  } catch (error) {
    throw error instanceof BackupError ? error : unreadable(error);
  } finally {
    await file.close();
  }
}

const unreadable = (cause: unknown) =>
  new BackupError('unreadable', t.notRead({ reason: cause instanceof Error ? cause.message : String(cause) }), {
    cause,
  });

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The header, and its bytes with the line break. */
async function readHeader(file: FileHandle): Promise<{ header: BackupHeader; raw: Buffer }> {
  const start = await readAt(file, 0, MAX_HEADER_BYTES);
  const lineEnd = start.indexOf('\n');
  if (lineEnd < 0) throw notABackup();
  const raw = start.subarray(0, lineEnd + 1);
  let json: unknown;
  try {
    json = JSON.parse(raw.toString('utf8'));
  } catch {
    throw notABackup();
  }
  const kind = z.object({ kind: z.literal(KIND), format: z.int().min(1) }).safeParse(json);
  if (!kind.success) throw notABackup();
  if (kind.data.format > BACKUP_FORMAT) throw new BackupError('newer', t.newer);
  const header = headerSchema.safeParse(json);
  if (!header.success) throw damaged(header.error);
  return { header: header.data, raw };
}

async function verify(path: string, end: number, expected: Buffer): Promise<void> {
  const sum = createHash('sha256');
  if (end > 0) for await (const chunk of createReadStream(path, { end: end - 1 })) sum.update(chunk as Buffer);
  if (!sum.digest().equals(expected)) throw damaged();
}

interface Content {
  readonly path: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly bounds: FileBounds;
}

const encrypted = ({ path, start, end }: Content): Readable =>
  end > start ? createReadStream(path, { start, end: end - 1 }) : Readable.from([]);

/** Authenticates everything before anything is unpacked. */
async function verifyKey(content: Content, decipher: ReturnType<typeof unsealWith>): Promise<void> {
  for await (const chunk of encrypted(content)) decipher.update(chunk as Buffer);
  try {
    decipher.final();
  } catch (cause) {
    throw new BackupError('passphrase', t.wrongPassphrase, { cause });
  }
}

async function* unpacked(content: Content, decipher: ReturnType<typeof unsealWith> | null): AsyncGenerator<string> {
  const gunzip = createGunzip();
  const source = encrypted(content);
  const flow = decipher ? pipeline(source, decipher as Transform, gunzip) : pipeline(source, gunzip);
  flow.catch(() => undefined);
  try {
    yield* splitLines(gunzip, content.bounds);
    await flow;
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(error);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** Throws a `BackupError` as soon as the bounds are exceeded. */
async function* splitLines(bytes: AsyncIterable<Buffer>, bounds: FileBounds): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  let total = 0;
  let lines = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > bounds.unpackedBytes) throw tooLarge();
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      length += at - from;
      lines += 1;
      if (length > bounds.lineBytes || lines > bounds.lines) throw tooLarge();
      parts.push(chunk.subarray(from, at));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      length = 0;
      from = at + 1;
    }
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > bounds.lineBytes) throw tooLarge();
  }
  if (length > 0) throw damaged();
}
