// A Storefront service on a real socket that follows the document until a fault is set.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type CallKind, callOf, violationsOf } from './outbox-document-rules.ts';
import { type Reply, ServiceRecord } from './outbox-service-record.ts';

/** When during a request the fault happens. `acting` is the moment when the service carries it out. */
export type Moment = 'before-reading' | 'before-acting' | 'after-acting';

export type Fault =
  /** The connection is reset (RST) or closed (FIN) without a response. */
  | { readonly kind: 'reset' | 'close'; readonly when: Moment }
  /** No response ever comes. */
  | { readonly kind: 'hang'; readonly when: Moment }
  /** Any response; by default, the request acts if the status is a success. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
      readonly acts?: boolean;
    }
  /** It acts, and its response breaks off: fewer bytes than declared, an unfinished chunk, or within the headers. */
  | { readonly kind: 'cut'; readonly how: 'length' | 'chunk' | 'headers' }
  /** It acts, and its response comes one byte at a time, without end. */
  | { readonly kind: 'drip'; readonly everyMs?: number }
  /** It acts, and its response is not HTTP. */
  | { readonly kind: 'garbage' }
  /** Waits for `until`, then behaves normally or as in `instead`. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown>; readonly instead?: Fault }
  /** Behaves normally, with delays (ms) before it acts and before it responds. */
  | { readonly kind: 'slow'; readonly before: number; readonly after: number };

export interface Seen {
  readonly kind: CallKind;
  readonly method: string;
  readonly path: string;
  readonly seller: string | null;
  readonly body: string;
}

export interface MisbehavingService {
  readonly url: string;
  readonly port: number;
  readonly record: ServiceRecord;
  /** Every request with a complete body, in order of arrival. */
  readonly seen: Seen[];
  /** Every deviation from the document. */
  readonly violations: string[];
  /** The highest number of concurrent requests so far. */
  readonly mostAtOnce: number;
  /** The number of concurrent requests now. */
  readonly underWay: number;
  /** Faults of the next requests of a kind, in order. */
  plan(kind: CallKind, ...faults: (Fault | null)[]): void;
  /** The fault of any request without a planned one. */
  decide: (request: { readonly kind: CallKind; readonly body: string; readonly nth: number }) => Fault | null;
  /**
   * Like `decide`, but called before the body is read, so that a fault may come first. Null leaves it to `decide`.
   * `isSignedIn`: the request has a valid token.
   */
  decideEarly: (request: { readonly kind: CallKind; readonly isSignedIn: boolean }) => Fault | null;
  /** The client ports of connections with a response that never ends, by plan. */
  readonly hanging: ReadonlySet<number>;
  /** Stops listening and drops every connection; the port stays free for `listen`. */
  vanish(): Promise<void>;
  /** Listens again on the same port. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

const read = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
    request.on('close', () => reject(new Error('closed')));
  });

const parse = (body: string): Record<string, unknown> | null => {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return null;
  }
};

export async function startMisbehavingService(): Promise<MisbehavingService> {
  const record = new ServiceRecord();
  const plans = new Map<CallKind, (Fault | null)[]>();
  const seen: Seen[] = [];
  const violations: string[] = [];
  const sockets = new Set<Socket>();
  const counts = new Map<CallKind, number>();
  const hanging = new Set<number>();
  let atOnce = 0;
  let mostAtOnce = 0;

  const server = createServer((request, response) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.once('close', () => {
      atOnce -= 1;
    });
    handle(request, response).catch(() => undefined);
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    const { remotePort = 0 } = socket;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      hanging.delete(remotePort);
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const method = request.method ?? '';
    const call = callOf(method, path);
    const planned = plans.get(call.kind);
    const isPlanned = planned !== undefined && planned.length > 0;
    const isSignedIn = record.sellerOf(request.headers.authorization) !== null;
    const early = isPlanned ? planned.shift() : service.decideEarly({ kind: call.kind, isSignedIn });
    if (early && 'when' in early && early.when === 'before-reading') {
      seen.push({ kind: call.kind, method, path, seller: null, body: '' });
      if (early.kind === 'hang') hang(request.socket);
      else endSocket(request.socket, early.kind);
      return;
    }
    const body = await read(request);
    const seller = record.sellerOf(request.headers.authorization);
    seen.push({ kind: call.kind, method, path, seller, body });
    for (const wrong of violationsOf(call, request.headers, body)) violations.push(`${method} ${path}: ${wrong}`);
    const nth = (counts.get(call.kind) ?? 0) + 1;
    counts.set(call.kind, nth);
    const fault = early ?? (isPlanned ? null : service.decide({ kind: call.kind, body, nth }));
    const act = (): Reply => {
      if (seller === null && call.kind !== 'login') return { status: 401, body: '{"message":"Unauthenticated."}' };
      return record.act(call, path, seller ?? '', body === '' ? null : parse(body));
    };
    if (fault?.kind === 'hang' || fault?.kind === 'drip') hang(request.socket);
    if (fault === null) answer(response, act());
    else await misbehave(fault, act, request.socket, response);
  }

  function hang({ remotePort }: Socket): void {
    if (remotePort !== undefined) hanging.add(remotePort);
  }

  const service: MisbehavingService = {
    get url() {
      return `http://127.0.0.1:${service.port}`;
    },
    port: 0,
    record,
    seen,
    violations,
    get mostAtOnce() {
      return mostAtOnce;
    },
    get underWay() {
      return atOnce;
    },
    plan: (kind, ...faults) => {
      plans.set(kind, [...(plans.get(kind) ?? []), ...faults]);
    },
    decide: () => null,
    decideEarly: () => null,
    hanging,
    vanish: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(service.port, '127.0.0.1', () => {
          server.off('error', reject);
          resolve();
        });
      }),
    close: () => (server.listening ? service.vanish() : Promise.resolve()),
  };
  await service.listen();
  Object.assign(service, { port: (server.address() as AddressInfo).port });
  return service;
}

function endSocket(socket: Socket, how: 'reset' | 'close'): void {
  if (how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function answer(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, reply.body === '' ? {} : { 'content-type': 'application/json' });
  response.end(reply.body);
}

async function misbehave(fault: Fault, act: () => Reply, socket: Socket, response: ServerResponse): Promise<void> {
  switch (fault.kind) {
    case 'reset':
    case 'close':
      if (fault.when === 'after-acting') act();
      endSocket(socket, fault.kind);
      return;
    case 'hang':
      if (fault.when === 'after-acting') act();
      return;
    case 'answer': {
      if (fault.acts ?? isSuccess(fault.status)) act();
      const body = fault.body ?? '';
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      response.end(body);
      return;
    }
    case 'cut': {
      const { status, body } = act();
      const start = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\n`;
      if (fault.how === 'headers') socket.write(start);
      if (fault.how === 'length') socket.write(`${start}content-length: ${body.length + 50}\r\n\r\n${body}`);
      if (fault.how === 'chunk') {
        socket.write(`${start}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`);
      }
      socket.end();
      return;
    }
    case 'drip': {
      act();
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), fault.everyMs ?? 20);
      response.once('close', () => clearInterval(drip));
      return;
    }
    case 'garbage':
      act();
      socket.end('220 mail.example ESMTP ready\r\n');
      return;
    case 'hold':
      await fault.until;
      if (fault.instead) await misbehave(fault.instead, act, socket, response);
      else answer(response, act());
      return;
    case 'slow': {
      await pause(fault.before);
      const reply = act();
      await pause(fault.after);
      answer(response, reply);
    }
  }
}
