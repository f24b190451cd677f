// Senders of webhooks: well behaved, and byte by byte.
import { createConnection, type Socket } from 'node:net';
import type { RelayForTest } from './team-server.ts';

export const post = (
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> => fetch(url, { method: 'POST', body, headers });

/** The head of a request to a relay's webhook address. */
export const head = (relay: RelayForTest, lines: readonly string[]): string =>
  `${[`POST ${new URL(relay.url).pathname} HTTP/1.1`, 'Host: relay', ...lines].join('\r\n')}\r\n\r\n`;

export interface RawConnection {
  readonly socket: Socket;
  /** What came back so far. */
  readonly seen: { text: string; isClosed: boolean };
}

/** Sends bytes as they are. `end` closes this side after them. */
export function raw({ port }: RelayForTest, text: string, options: { readonly end?: boolean } = {}): RawConnection {
  const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
  const seen = { text: '', isClosed: false };
  socket.setEncoding('latin1').on('data', (chunk) => {
    seen.text += chunk;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    seen.isClosed = true;
  });
  socket.on('end', () => socket.end());
  socket.write(text);
  if (options.end) socket.end();
  return { socket, seen };
}
