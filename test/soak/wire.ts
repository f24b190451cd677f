// Watches the app's outgoing requests through undici's diagnostics channels.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { parseRetryAfter } from '../../src/main/service/outcome.ts';
import { RETRY_AFTER_CAP_MS } from '../../src/main/sync/outbox/policy.ts';

interface Request {
  readonly method: string;
  readonly path: string;
}

interface Pending {
  readonly isLogin: boolean;
  /** The app's port of its connection; null until it has one. */
  port: number | null;
  /** The end of the wait that the service asked for; ms since 1970. */
  named: number;
  /** The run of the app that sent it. */
  readonly run: number;
}

interface Message {
  readonly request: Request;
  readonly socket?: { readonly localPort?: number };
  readonly response?: { readonly statusCode: number; readonly headers: readonly Buffer[] };
}

export class Wire {
  readonly #pending = new Map<Request, Pending>();
  /** Counts the runs: requests of a crashed app end later, and say nothing about its successor. */
  run = 0;
  /** No request may be sent before this time, named by the service; ms since 1970. */
  namedUntil = 0;
  /** Requests without a connection. */
  neverLeft = 0;
  /** Called when the app sends a change, with the number of its other changes in flight. */
  onDeparture: (others: number) => void = () => undefined;

  readonly #channels: readonly (readonly [string, (message: unknown) => void])[] = [
    ['undici:request:create', (message) => this.#created((message as Message).request)],
    ['undici:client:sendHeaders', (message) => this.#left(message as Message)],
    ['undici:request:headers', (message) => this.#answered(message as Message)],
    ['undici:request:trailers', (message) => this.#ended((message as Message).request)],
    ['undici:request:error', (message) => this.#failed((message as Message).request)],
  ];

  watch(): void {
    for (const [name, listener] of this.#channels) subscribe(name, listener);
  }

  end(): void {
    for (const [name, listener] of this.#channels) unsubscribe(name, listener);
  }

  /** Changes in flight. */
  get underWay(): number {
    return [...this.#pending.values()].filter(({ isLogin, run }) => !isLogin && run === this.run).length;
  }

  /** Whether all requests in flight hang by plan: on one of the connections with these ports. */
  onlyHangs(ports: ReadonlySet<number>): boolean {
    return [...this.#pending.values()].every(({ port }) => port !== null && ports.has(port));
  }

  #created(request: Request): void {
    const isLogin = request.path.endsWith('/auth/login');
    if (!isLogin) this.onDeparture(this.underWay);
    this.#pending.set(request, { isLogin, port: null, named: 0, run: this.run });
  }

  #left({ request, socket }: Message): void {
    const pending = this.#pending.get(request);
    if (pending) pending.port = socket?.localPort ?? null;
  }

  #answered({ request, response }: Message): void {
    const pending = this.#pending.get(request);
    if (!pending || !response || (response.statusCode !== 429 && response.statusCode !== 503)) return;
    const at = response.headers.findIndex((name, index) => index % 2 === 0 && /^retry-after$/i.test(String(name)));
    const value = at < 0 ? undefined : String(response.headers[at + 1]);
    const waitMs = parseRetryAfter(value, Date.now());
    if (waitMs !== null) pending.named = Date.now() + Math.min(waitMs, RETRY_AFTER_CAP_MS);
  }

  #ended(request: Request): void {
    const pending = this.#pending.get(request);
    this.#pending.delete(request);
    // The app has one turn of the event loop to process it.
    if (pending?.run === this.run) setImmediate(() => this.#name(pending));
  }

  #name({ named, run }: Pending): void {
    if (run === this.run) this.namedUntil = Math.max(this.namedUntil, named);
  }

  #failed(request: Request): void {
    if (this.#pending.get(request)?.port === null) this.neverLeft += 1;
    this.#pending.delete(request);
  }
}
