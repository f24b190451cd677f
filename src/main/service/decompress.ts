// Decompresses bodies of requests and answers.
import { brotliDecompressSync, unzipSync } from 'node:zlib';

/**
 * `encodings`: the values of `content-encoding`, in the order in which they were applied. Throws if one is unknown, if the
 * body is damaged, or if it would have more than `maxOutputLength` bytes.
 */
export function decompress(body: Buffer, encodings: readonly string[], maxOutputLength: number): Buffer {
  const names = encodings.flatMap((value) => value.toLowerCase().match(/[^\s,]+/g) ?? []);
  return names.reduceRight((bytes, name) => {
    // `unzipSync` reads both gzip and deflate.
    if (['gzip', 'x-gzip', 'deflate'].includes(name)) return unzipSync(bytes, { maxOutputLength });
    if (name === 'br') return brotliDecompressSync(bytes, { maxOutputLength });
    if (name === 'identity') return bytes;
    throw new Error(`The content encoding ${name} is not known`);
  }, body);
}
