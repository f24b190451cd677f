// A Storefront service on a real socket that follows the document until a fault is set, and records every request.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type CallKind, callOf, violationsOf } from './outbox-document-rules.ts';
import { type Reply, ServiceRecord } from './outbox-service-record.ts';
import { gate } from './until.ts';

export { SELLER } from './outbox-service-record.ts';

export interface RecordedRequest {
  readonly kind: CallKind;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Null without a valid token. */
  readonly seller: string | null;
  /** The body; empty if a fault came first. */
  readonly raw: string;
}

/** When during a request the fault happens. `acting` is the moment when the service carries it out. */
export type Moment = 'before-reading' | 'before-acting' | 'after-acting';

export type Fault =
  /** The connection is reset without a response. */
  | { readonly kind: 'reset'; readonly when: Moment }
  /** No response ever comes. */
  | { readonly kind: 'hang'; readonly when: Moment }
  /** Any response; by default, the request acts if the status is a success. */
  | ({ readonly kind: 'answer'; readonly acts?: boolean } & Reply)
  /** It acts, and its response breaks off: in the body, or within the headers. */
  | { readonly kind: 'cut'; readonly how: 'length' | 'headers' }
  /** It acts, and its response comes one byte at a time, without end. */
  | { readonly kind: 'drip' }
  /** It acts, and its response is not HTTP. */
  | { readonly kind: 'garbage' }
  /** Waits for `until`, then behaves normally or as `instead` says. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown>; readonly instead?: Fault }
  /** Behaves normally, with delays (ms) before it acts and before it responds. */
  | { readonly kind: 'slow'; readonly before: number; readonly after: number };

export class RecordingService {
  /** In order of arrival. */
  readonly requests: RecordedRequest[] = [];
  readonly record: ServiceRecord;
  /** Every deviation from the document. */
  readonly violations: string[] = [];
  /** The answer of the endpoint that tests the webhook. */
  testAnswer: Reply = { status: 200, body: '1' };
  /** Answers a request instead of the service; undefined lets the service answer. */
  intercept: (request: RecordedRequest) => Reply | undefined | Promise<Reply | undefined> = () => undefined;
  /** The fault of any request without a planned one. */
  decide: (request: { readonly kind: CallKind; readonly nth: number }) => Fault | null = () => null;
  readonly #plans = new Map<CallKind, (Fault | null)[]>();
  readonly #counts = new Map<CallKind, number>();
  #server: Server | null = null;
  #port = 0;
  /** The number of concurrent requests now, and the highest so far. */
  underWay = 0;
  mostAtOnce = 0;

  /** A started service that knows only the products and links that a test added or it created. */
  static async strict(): Promise<RecordingService> {
    const service = new RecordingService(undefined, true);
    await service.start();
    return service;
  }

  constructor(
    readonly token = 'token-that-must-not-be-found-anywhere-7f3a',
    isStrict = false,
  ) {
    this.record = new ServiceRecord(token, isStrict);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** All requests except sign-ins. */
  get changes(): RecordedRequest[] {
    return this.requests.filter(({ kind }) => kind !== 'login');
  }

  /** Faults of the next requests of a kind, in order. */
  plan(kind: CallKind, ...faults: (Fault | null)[]): void {
    this.#plans.set(kind, [...(this.#plans.get(kind) ?? []), ...faults]);
  }

  /** Listens, on the same port as before after a `stop`. */
  async start(): Promise<void> {
    const server = createServer((request, response) => this.#accept(request, response));
    server.keepAliveTimeout = 60_000;
    server.on('connection', (socket) => socket.on('error', () => undefined));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Drops all connections and refuses new ones. Throws if a request deviated from the document. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    if (this.violations.length > 0) throw new Error(`Against the document: ${this.violations.splice(0).join('; ')}`);
  }

  #accept(request: IncomingMessage, response: ServerResponse): void {
    this.underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    response.once('close', () => {
      this.underWay -= 1;
    });
    this.#handle(request, response).catch(() => undefined);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '', method = '', headers, socket } = request;
    const call = callOf(method, path);
    const { kind } = call;
    const planned = this.#plans.get(kind)?.shift();
    if (planned && 'when' in planned && planned.when === 'before-reading') {
      this.requests.push({ kind, method, path, headers, seller: null, raw: '' });
      if (planned.kind === 'reset') socket.resetAndDestroy();
      return;
    }
    const raw = await read(request);
    const seller = this.record.sellerOf(headers.authorization);
    const recorded = { kind, method, path, headers, seller, raw };
    this.requests.push(recorded);
    for (const wrong of violationsOf(call, headers, raw)) this.violations.push(`${method} ${path}: ${wrong}`);
    const nth = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, nth);
    const fault = planned === undefined ? this.decide({ kind, nth }) : planned;
    const act = (): Reply => {
      if (kind !== 'login' && seller === null) return { status: 401, body: '{"message":"Unauthenticated."}' };
      const reply = this.record.act(call, path, seller ?? '', parse(raw));
      return kind === 'webhook.test' ? this.testAnswer : reply;
    };
    const instead = await this.intercept(recorded);
    if (instead || !fault) return answer(response, instead ?? act());
    await misbehave(fault, act, socket, response);
  }
}

/** Delays the next answer to a request of this kind until the returned function is called. */
export function hold(service: RecordingService, kind: CallKind, instead?: Fault): () => void {
  const { open, opened: until } = gate();
  service.plan(kind, { kind: 'hold', until, ...(instead ? { instead } : {}) });
  return open;
}

/** Rejects if the connection closes first. */
const read = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
    request.on('close', () => reject(new Error('closed')));
  });

function parse(raw: string): Record<string, unknown> | null {
  try {
    return JSON.parse(raw) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function answer(response: ServerResponse, { status, body = '', headers }: Reply): void {
  response.writeHead(status, { ...(body === '' ? {} : { 'content-type': 'application/json' }), ...headers });
  response.end(body);
}

async function misbehave(fault: Fault, act: () => Reply, socket: Socket, response: ServerResponse): Promise<void> {
  switch (fault.kind) {
    case 'reset':
      if (fault.when === 'after-acting') act();
      socket.resetAndDestroy();
      return;
    case 'hang':
      if (fault.when === 'after-acting') act();
      return;
    case 'answer':
      if (fault.acts ?? (fault.status >= 200 && fault.status < 300)) act();
      answer(response, { ...fault, headers: { 'content-type': 'application/json', ...fault.headers } });
      return;
    case 'cut': {
      const { status, body = '' } = act();
      const start = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\n`;
      if (fault.how === 'headers') socket.write(start);
      if (fault.how === 'length') socket.write(`${start}content-length: ${body.length + 50}\r\n\r\n${body}`);
      socket.end();
      return;
    }
    case 'drip': {
      act();
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
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
