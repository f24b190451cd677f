// Reads a request: its header lines, and its body decoded as the headers say.
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { MAX_DELIVERY_BYTES } from '../../../shared/inbox.ts';

export type Headers = readonly (readonly [name: string, values: readonly string[]])[];

/** Each name once, as first received, with its values in order. */
export function headersOf(raw: readonly string[]): [string, string[]][] {
  const byName = new Map<string, [string, string[]]>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const entry = byName.get(name.toLowerCase()) ?? [name, []];
    entry[1].push(raw[index + 1] ?? '');
    byName.set(name.toLowerCase(), entry);
  }
  return [...byName.values()];
}

/** Case-insensitive. */
export const valuesOf = (headers: Headers, wanted: string): readonly string[] =>
  headers.flatMap(([name, values]) => (name.toLowerCase() === wanted ? values : []));

/** The unpacked and decoded body; null if that is impossible within the size limit. */
export function textOf(headers: Headers, body: Buffer): string | null {
  try {
    const bytes = unpack(body, valuesOf(headers, 'content-encoding'));
    return new TextDecoder(charsetOf(headers, bytes), { fatal: true }).decode(bytes);
  } catch {
    // Damaged, larger than the limit, or in an unknown encoding: the body is stored as it came.
    return null;
  }
}

const LIMIT = { maxOutputLength: MAX_DELIVERY_BYTES };

/** `encodings` are in the order in which they were applied. */
function unpack(body: Buffer, encodings: readonly string[]): Buffer {
  const names = encodings.flatMap((value) => value.toLowerCase().split(/\s*,\s*/)).filter((name) => name.trim() !== '');
  return names.reduceRight((bytes, name) => {
    switch (name.trim()) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, LIMIT);
      case 'br':
        return brotliDecompressSync(bytes, LIMIT);
      case 'deflate':
        // Some senders omit the header of zlib.
        return ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, LIMIT) : inflateRawSync(bytes, LIMIT);
      case 'identity':
        return bytes;
      default:
        throw new Error(`The content encoding ${name} is not known`);
    }
  }, body);
}

/** A byte order mark overrides the header. */
function charsetOf(headers: Headers, [first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const [, charset] = /charset\s*=\s*"?([^\s";]+)/i.exec(valuesOf(headers, 'content-type')[0] ?? '') ?? [];
  return charset ?? 'utf-8';
}
