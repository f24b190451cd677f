// Reads the body of a request up to a limit, and all bodies together up to another.
import type { IncomingMessage } from 'node:http';
import type { Limits } from './receiver.ts';

/** How many bytes of bodies are held that are still being read. */
export interface Reading {
  bytes: number;
}

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' | 'busy' | 'broken' };

/** Ends at the first byte too many; what comes after that is left unread. Never rejects. */
export function readBody(request: IncomingMessage, reading: Reading, limits: Limits): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) return Promise.resolve({ kind: 'too-large' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (body: Body) => {
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      // An error that comes later has nobody to tell.
      request.on('error', () => undefined);
      reading.bytes -= size;
      size = 0;
      resolve(body);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      reading.bytes += chunk.length;
      chunks.push(chunk);
      if (size > limits.bodyBytes) end({ kind: 'too-large' });
      else if (reading.bytes > limits.allBodiesBytes) end({ kind: 'busy' });
    };
    const onEnd = () => end({ kind: 'whole', bytes: Buffer.concat(chunks) });
    const onBroken = () => end({ kind: 'broken' });
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

/** Resolves after `ms`, or as soon as the sender has gone. */
export const waitWhileThere = ({ socket }: IncomingMessage, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      socket.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    socket.on('close', done);
  });
