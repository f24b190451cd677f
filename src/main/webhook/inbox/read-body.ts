// Reads the body of a request, with a limit for each and for all together.
import type { IncomingMessage } from 'node:http';
import { Bytes } from '../../../shared/bytes.ts';

/** The bytes of unfinished bodies in memory. */
export interface Reading {
  bytes: number;
}

export interface BodyLimits {
  readonly bodyBytes: number;
  /** Of all unfinished requests. */
  readonly allBodiesBytes: number;
}

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' | 'busy' | 'broken' };

/** Stops at the first byte beyond the limit. Never rejects. */
export function readBody(request: IncomingMessage, reading: Reading, limits: BodyLimits): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) return Promise.resolve({ kind: 'too-large' });
  return new Promise((resolve) => {
    const bytes = new Bytes();
    let size = 0;
    const end = (body: Body) => {
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      // Later errors do not matter.
      request.on('error', () => undefined);
      reading.bytes -= size;
      size = 0;
      resolve(body);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      reading.bytes += chunk.length;
      if (size > limits.bodyBytes) return end({ kind: 'too-large' });
      if (reading.bytes > limits.allBodiesBytes) return end({ kind: 'busy' });
      bytes.add(chunk);
    };
    const onEnd = () => end({ kind: 'whole', bytes: asBuffer(bytes.whole) });
    const onBroken = () => end({ kind: 'broken' });
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Resolves after `ms`, or when the sender disconnects. */
export const waitWhileConnected = ({ socket }: IncomingMessage, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      socket.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    socket.on('close', done);
  });
