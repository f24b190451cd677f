// A server on loopback that exposes each raw request, and answers in raw bytes.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** Lower-case names; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The number of the request's connection, counted from 1. */
  readonly connection: number;
}

export type RawService = Awaited<ReturnType<typeof startRawService>>;

export type RawAnswer = (socket: Socket, request: RawRequest) => void;

export interface RawOptions {
  /** Called for each connection; returning true takes it over. */
  readonly onConnection?: (socket: Socket) => boolean;
  /** Uses TLS with this certificate. */
  readonly certificate?: { readonly key: string; readonly cert: string };
}

/** A complete response with a length. */
export const answerWith = (status: number, body = '', headers: Readonly<Record<string, string>> = {}): string =>
  [
    `HTTP/1.1 ${status} Made Up`,
    ...Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers }).map((pair) => pair.join(': ')),
    '',
    body,
  ].join('\r\n');

function parse(bytes: string, connection: number): { request: RawRequest; length: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [first = '', ...lines] = bytes.slice(0, headEnd).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const bodyLength = Number(headers['content-length'] ?? 0);
  const length = headEnd + 4 + bodyLength;
  if (bytes.length < length) return null;
  const body = Buffer.from(bytes.slice(headEnd + 4, length), 'latin1').toString('utf8');
  return { request: { method, target, headers, body, connection }, length };
}

/** Starts the server, which ends after the test. */
export async function startRawService(answer: RawAnswer, options: RawOptions = {}) {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const accept = (socket: Socket) => {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    if (options.onConnection?.(socket)) return;
    let bytes = '';
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.toString('latin1');
      for (let parsed = parse(bytes, connection); parsed; parsed = parse(bytes, connection)) {
        bytes = bytes.slice(parsed.length);
        requests.push(parsed.request);
        answer(socket, parsed.request);
      }
    });
  };
  const { certificate } = options;
  const server: Server = certificate
    ? createTlsServer(certificate, accept).on('tlsClientError', () => undefined)
    : createServer(accept);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    /** Complete requests. */
    requests: requests as readonly RawRequest[],
  };
}
