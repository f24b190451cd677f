// The state of the service in tests: accounts, and every request that took effect, with its body, in order.
import { randomUUID } from 'node:crypto';
import type { Call, CallKind } from './outbox-document-rules.ts';

/** A request that took effect, other than a sign-in. */
export interface AppliedRequest {
  readonly kind: CallKind;
  readonly path: string;
  readonly seller: string;
  /** Parsed JSON; null without a body. */
  readonly body: Record<string, unknown> | null;
}

export interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const json = (status: number, value: unknown): Reply => ({ status, body: JSON.stringify(value) });

/** A password that works for every account. */
export const PASSWORD = 'right';
/** The only account whose token a test knows. */
export const SELLER = { email: 'mara@shop.example', password: 'correct horse battery staple' };

export class ServiceRecord {
  readonly applied: AppliedRequest[] = [];
  readonly products = new Map<number, { readonly title: string; readonly links: Set<string> }>();
  /** Addresses of the existing links, by uuid. */
  readonly links = new Map<string, string>();
  /** Addresses of all links ever created by a request, in order. */
  readonly addresses: string[] = [];
  settings: Record<string, unknown> | null = null;
  readonly #tokens = new Map<string, string>();
  #lastProduct: number;
  #linkCount = 0;

  /** `isStrict`: unknown products and links do not exist. Otherwise they count as created before the test. */
  constructor(
    private readonly token: string,
    private readonly isStrict: boolean,
  ) {
    this.#tokens.set(token, SELLER.email);
    this.#lastProduct = isStrict ? 100 : 117;
  }

  /** Issues a token for a seller, as the login does. */
  issue(seller: string): string {
    const token = `token-${randomUUID()}`;
    this.#tokens.set(token, seller);
    return token;
  }

  /** The service answers 401 to all tokens issued so far. */
  expireTokens(): void {
    this.#tokens.clear();
  }

  sellerOf(authorization: string | undefined): string | null {
    return this.#tokens.get((authorization ?? '').replace(/^Bearer /, '')) ?? null;
  }

  /** Adds an existing product; returns its id. */
  addProduct(title: string): number {
    this.#lastProduct += 1;
    this.products.set(this.#lastProduct, { title, links: new Set() });
    return this.#lastProduct;
  }

  /** Adds an existing link; returns its address. */
  addLink(productId: number): string {
    this.#linkCount += 1;
    const uuid = this.isStrict ? randomUUID() : `0000${this.#linkCount}-uuid`;
    const address = `https://checkout.example/${this.isStrict ? `seller/${productId}` : `s/mara/${productId}9`}?uuid=${uuid}`;
    this.products.get(productId)?.links.add(uuid);
    this.links.set(uuid, address);
    return address;
  }

  count(kind: CallKind): number {
    return this.applied.filter((one) => one.kind === kind).length;
  }

  bodies(kind: CallKind): Record<string, unknown>[] {
    return this.applied.filter((one) => one.kind === kind).map(({ body }) => body ?? {});
  }

  /** Carries a request out; returns the documented response. */
  act(call: Call, path: string, seller: string, body: Record<string, unknown> | null): Reply {
    const reply = this.#carryOut(call, seller, body);
    if (reply.status < 300 && call.kind !== 'login') this.applied.push({ kind: call.kind, path, seller, body });
    return reply;
  }

  #carryOut(call: Call, seller: string, body: Record<string, unknown> | null): Reply {
    const { productId } = call;
    const isThere = productId !== null && (!this.isStrict || this.products.has(productId));
    switch (call.kind) {
      case 'login':
        return this.#logIn(String(body?.email), body?.password);
      case 'product.create': {
        const id = this.addProduct(String(body?.product_title));
        return json(201, { id, product_type: 'CustomService', seller, draft: true });
      }
      case 'product.update':
        return productId !== null && this.products.has(productId) ? json(200, { id: productId }) : json(404, {});
      case 'link.create':
        if (!isThere) return json(404, { message: 'No such product' });
        this.addresses.push(this.addLink(productId));
        return json(201, { payment_link: this.addresses.at(-1), more: [1, 2] });
      case 'link.delete':
        return this.links.delete(call.paymentLink ?? '') || !this.isStrict
          ? { status: 204 }
          : json(404, { message: 'No such link' });
      case 'settings.update':
        this.settings = { ...this.settings, ...body };
        return json(200, { ok: true });
      case 'webhook.test':
        return { status: 200, body: '1' };
      case 'unknown':
        return json(404, { message: 'Not found' });
    }
  }

  #logIn(email: string, password: unknown): Reply {
    const isSeller = email === SELLER.email && password === SELLER.password;
    if (!isSeller && password !== PASSWORD)
      return json(422, { message: 'These credentials do not match our records.' });
    const token = isSeller ? this.token : this.issue(email);
    return json(200, {
      access_token: token,
      refresh_token: 'refresh-secret-51c0',
      token_type: 'Bearer',
      expires_in: 3600,
    });
  }
}
