// Proxies on loopback that lead every tunnel to one port, whatever name was requested: nothing leaves this computer.
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAuthority, createServerCertificate } from '../../tools/team-server/team.ts';

export interface OfficeProxy {
  /** `127.0.0.1:port`, as in a PAC script. */
  readonly address: string;
  /** The requested targets as `name:port`. */
  readonly targets: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

function lead(from: Duplex, port: number): void {
  const to = connect(port, '127.0.0.1');
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
    one.pipe(other);
  }
}

async function listen(server: Server, targets: string[], headers: IncomingHttpHeaders[]): Promise<OfficeProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    headers,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An HTTP proxy. `status` answers each CONNECT; with `isSecure` it uses TLS with the office certificate. */
export function startOfficeProxy(port: number, { status = 200, isSecure = false } = {}): Promise<OfficeProxy> {
  const targets: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = isSecure ? createHttpsServer(OFFICE) : createHttpServer();
  server.on('tlsClientError', () => undefined);
  server.on('connect', (request: { url: string; headers: IncomingHttpHeaders }, socket: Duplex) => {
    targets.push(request.url);
    headers.push(request.headers);
    socket.on('error', () => undefined);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} Made Up\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    lead(socket, port);
  });
  return listen(server, targets, headers);
}

/** A SOCKS 5 proxy for host names. A `password` requires a sign-in; a `reply` other than 0 refuses requests. */
export function startSocksProxy(port: number, { password = '', reply = 0 } = {}): Promise<OfficeProxy> {
  const targets: string[] = [];
  const server = createServer(async (socket) => {
    const next = async (): Promise<Buffer> => (await once(socket, 'data'))[0];
    const method = password === '' ? 0 : 2;
    const isOffered = (await next()).subarray(2).includes(method);
    socket.write(Buffer.from([5, isOffered ? method : 0xff]));
    if (!isOffered) return;
    if (method === 2) {
      const isRight = (await next()).toString('latin1').endsWith(password);
      socket.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) return;
    }
    const asked = await next();
    const length = asked[4] ?? 0;
    targets.push(`${asked.toString('latin1', 5, 5 + length)}:${asked.readUInt16BE(5 + length)}`);
    socket.write(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
    if (reply === 0) lead(socket, port);
  });
  return listen(server, targets, []);
}

const authority = await createAuthority();
export const OFFICE_CA = authority.cert;
/** Signed by the CA, for storefront.invalid, localhost and 127.0.0.1. */
export const OFFICE = await createServerCertificate(authority, ['storefront.invalid']);
