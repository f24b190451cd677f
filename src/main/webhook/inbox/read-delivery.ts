// Reads a request: its header lines, and its body decoded as the headers say.
import { MAX_DELIVERY_BYTES } from '../../../shared/inbox.ts';
import { decompress } from '../../service/decompress.ts';

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

/** The decompressed and decoded body; null if that is impossible within the size limit. */
export function textOf(headers: Headers, body: Buffer): string | null {
  try {
    const bytes = decompress(body, valuesOf(headers, 'content-encoding'), MAX_DELIVERY_BYTES);
    return new TextDecoder(charsetOf(headers, bytes), { fatal: true }).decode(bytes);
  } catch {
    // Damaged, larger than the limit, or in an unknown encoding: the body is stored as it came.
    return null;
  }
}

/** A byte order mark overrides the header. */
function charsetOf(headers: Headers, [first, second]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return /charset\s*=\s*["']?([^\s"';,]+)/i.exec(valuesOf(headers, 'content-type')[0] ?? '')?.[1];
}
