// The state of the service in tests: accounts, and every request that took effect, with its body, in order.
import { randomUUID } from 'node:crypto';
import type { Call, CallKind } from './outbox-document-rules.ts';

/** A request that took effect. */
export interface AppliedRequest {
  readonly kind: CallKind;
  readonly path: string;
  readonly seller: string;
  /** Parsed JSON; null without a body. */
  readonly body: Record<string, unknown> | null;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

export const PASSWORD = 'right';

export class ServiceRecord {
  readonly applied: AppliedRequest[] = [];
  readonly products = new Map<number, { readonly title: string; readonly links: Set<string> }>();
  /** Addresses of the existing links, by uuid. */
  readonly links = new Map<string, string>();
  /** Addresses of all links ever created by a request, in order. */
  readonly addresses: string[] = [];
  settings: Record<string, unknown> | null = null;
  readonly #tokens = new Map<string, string>();
  #nextProduct = 100;

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
    this.#nextProduct += 1;
    this.products.set(this.#nextProduct, { title, links: new Set() });
    return this.#nextProduct;
  }

  /** Adds an existing link; returns its address. */
  addLink(productId: number): string {
    const uuid = randomUUID();
    const address = `https://checkout.example/seller/${productId}?uuid=${uuid}`;
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
    if (reply.status < 300) this.applied.push({ kind: call.kind, path, seller, body });
    return reply;
  }

  #carryOut(call: Call, seller: string, body: Record<string, unknown> | null): Reply {
    const json = (status: number, value: unknown): Reply => ({ status, body: JSON.stringify(value) });
    const product = call.productId === null ? undefined : this.products.get(call.productId);
    switch (call.kind) {
      case 'login':
        return body?.password === PASSWORD
          ? json(200, {
              access_token: this.issue(String(body.email)),
              refresh_token: 'r',
              token_type: 'Bearer',
              expires_in: 3600,
            })
          : json(401, { message: 'Wrong email or password' });
      case 'product.create':
        return json(201, { id: this.addProduct(String(body?.product_title)), seller, draft: true });
      case 'product.update':
        return product ? json(200, { id: call.productId }) : json(404, { message: 'No such product' });
      case 'link.create':
        if (!product || call.productId === null) return json(404, { message: 'No such product' });
        this.addresses.push(this.addLink(call.productId));
        return json(201, { payment_link: this.addresses.at(-1), more: [1, 2] });
      case 'link.delete':
        return this.links.delete(call.paymentLink ?? '')
          ? { status: 204, body: '' }
          : json(404, { message: 'No such link' });
      case 'settings.update':
        this.settings = { ...this.settings, ...body };
        return json(200, { ok: true });
      case 'webhook.test':
        return { status: 200, body: '1' };
      case 'unknown':
        return json(404, { message: 'No such call' });
    }
  }
}
