// A fake Storefront service for end-to-end tests that records every raw request.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The raw body text. */
  readonly raw: string;
}

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

export const SELLER = { email: 'mara@shop.example', password: 'correct horse battery staple' };

export class RecordingService {
  readonly requests: RecordedRequest[] = [];
  /** The response of the test endpoint. May also call the receiver. */
  testAnswer: Answer = { status: 200, body: '1' };
  /** Answers a request instead of the service; undefined lets the service answer. */
  intercept: (request: RecordedRequest) => Answer | undefined | Promise<Answer | undefined> = () => undefined;
  #server: Server | null = null;
  #port = 0;
  #nextProduct = 118;
  #nextLink = 1;

  constructor(readonly token = 'token-that-must-not-be-found-anywhere-7f3a') {}

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, on the same port as before after a `stop`. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#handle(request, response));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Stops: connections are refused. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  /** All requests except sign-ins. */
  get changes(): RecordedRequest[] {
    return this.requests.filter(({ path }) => !path.endsWith('/auth/login'));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const recorded: RecordedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      raw: Buffer.concat(chunks).toString('utf8'),
    };
    this.requests.push(recorded);
    const { status, body, headers } = (await this.intercept(recorded)) ?? this.#answer(recorded);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  }

  #answer({ method, path, headers, raw }: RecordedRequest): Answer {
    const json = (status: number, value: unknown): Answer => ({ status, body: JSON.stringify(value) });
    if (method === 'POST' && path === '/api/shop/auth/login') {
      const { email, password } = JSON.parse(raw) as Record<string, unknown>;
      return email === SELLER.email && password === SELLER.password
        ? json(200, {
            access_token: this.token,
            refresh_token: 'refresh-secret-51c0',
            token_type: 'Bearer',
            expires_in: 3600,
          })
        : json(422, { message: 'These credentials do not match our records.' });
    }
    if (headers.authorization !== `Bearer ${this.token}`) return json(401, { message: 'Unauthenticated.' });
    if (method === 'POST' && path === '/api/shop/products') {
      return json(201, { id: this.#nextProduct++, product_type: 'CustomService', draft: true });
    }
    const links = /^\/api\/shop\/products\/(\d+)\/payment-links$/.exec(path);
    if (method === 'POST' && links) {
      const uuid = `0000${this.#nextLink++}-uuid`;
      return json(200, { payment_link: `https://checkout.example/s/mara/${links[1]}9?uuid=${uuid}` });
    }
    if (method === 'DELETE' && /^\/api\/shop\/\d+\/payment-links\/[^/]+$/.test(path)) return { status: 204 };
    if (method === 'PATCH' && path === '/api/shop/store-settings') return json(200, {});
    if (method === 'POST' && path === '/api/shop/store-settings/test-sell-webhook') return this.testAnswer;
    return json(404, { message: 'Not found' });
  }
}
