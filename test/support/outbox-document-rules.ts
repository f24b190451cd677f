// The document's exact requirements for every request; reports each deviation in words.
import type { IncomingHttpHeaders } from 'node:http';

export type CallKind =
  | 'login'
  | 'product.create'
  | 'product.update'
  | 'link.create'
  | 'link.delete'
  | 'settings.update'
  | 'webhook.test'
  | 'unknown';

export interface Call {
  readonly kind: CallKind;
  readonly productId: number | null;
  readonly paymentLink: string | null;
}

/** The documented call of a request (sections 4.1 to 4.7; the product PATCH as the design assumes it). */
export function callOf(method: string, path: string): Call {
  const call = (kind: CallKind, productId: string | null = null, paymentLink: string | null = null): Call => ({
    kind,
    productId: productId === null ? null : Number(productId),
    paymentLink: paymentLink === null ? null : decodeURIComponent(paymentLink),
  });
  const at = `${method} ${path}`;
  if (at === 'POST /api/shop/auth/login') return call('login');
  if (at === 'POST /api/shop/products') return call('product.create');
  if (at === 'PATCH /api/shop/store-settings') return call('settings.update');
  if (at === 'POST /api/shop/store-settings/test-sell-webhook') return call('webhook.test');
  const update = /^PATCH \/api\/shop\/products\/(\d+)$/.exec(at);
  if (update) return call('product.update', update[1]);
  const link = /^POST \/api\/shop\/products\/(\d+)\/payment-links$/.exec(at);
  if (link) return call('link.create', link[1]);
  const gone = /^DELETE \/api\/shop\/(\d+)\/payment-links\/([^/?#]+)$/.exec(at);
  if (gone) return call('link.delete', gone[1], gone[2]);
  return call('unknown');
}

const BODILESS: ReadonlySet<CallKind> = new Set(['link.delete', 'webhook.test']);

/** Every deviation of a request from the document; empty when it is correct. */
export function violationsOf(call: Call, headers: IncomingHttpHeaders, body: string): string[] {
  const found: string[] = [];
  if (call.kind === 'unknown') found.push('this call is not in the document');
  if (call.kind === 'login') {
    if (headers.authorization !== undefined) found.push('the login carries a token');
  } else if (!/^Bearer [\x21-\x7e]+$/.test(headers.authorization ?? '')) {
    found.push(`authorization is ${headers.authorization}`);
  }
  if (BODILESS.has(call.kind)) {
    if (body !== '') found.push('a body where none belongs');
    if (headers['content-type'] !== undefined) found.push('a content type without a body');
    if (headers['transfer-encoding'] !== undefined) found.push('chunks without a body');
    return found;
  }
  if (headers['content-type'] !== 'application/json') found.push(`content-type is ${headers['content-type']}`);
  if (headers['content-length'] !== String(Buffer.byteLength(body))) found.push('the length is not declared rightly');
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [...found, 'the body is not JSON'];
  }
  return [...found, ...bodyViolations(call.kind, parsed as Record<string, unknown>)];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field is wrong, missing, or undocumented. */
function fields(
  body: Record<string, unknown>,
  required: Record<string, (value: unknown) => boolean>,
  optional: Record<string, (value: unknown) => boolean> = {},
): string[] {
  const found: string[] = [];
  for (const [name, right] of Object.entries(required)) {
    if (!Object.hasOwn(body, name)) found.push(`${name} is missing`);
    else if (!right(body[name])) found.push(`${name} is ${JSON.stringify(body[name])}`);
  }
  for (const name of Object.keys(body)) {
    if (Object.hasOwn(required, name)) continue;
    const right = Object.hasOwn(optional, name) ? optional[name] : undefined;
    if (!right) found.push(`${name} is not in the document`);
    else if (!right(body[name])) found.push(`${name} is ${JSON.stringify(body[name])}`);
  }
  return found;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isAmount = (value: unknown) =>
  typeof value === 'number' && value > 0 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

function priceViolations(price: unknown): string[] {
  if (!isRecord(price)) return ['a price is not an object'];
  const discounted = price.is_discount_price === true;
  const base = {
    currency_id: Number.isInteger,
    price: isAmount,
    is_discount_price: isFlag,
  };
  const lower = (value: unknown) => isAmount(value) && Number(value) < Number(price.price);
  return fields(price, discounted ? { ...base, discount_price: lower } : base);
}

function pricesViolations(prices: unknown): string[] {
  if (!Array.isArray(prices) || prices.length === 0) return ['prices is not a list with prices'];
  const currencies = prices.map((price) => (isRecord(price) ? price.currency_id : null));
  const twice = new Set(currencies).size < currencies.length ? ['two prices in one currency'] : [];
  return [...twice, ...prices.flatMap(priceViolations)];
}

function bodyViolations(kind: CallKind, body: unknown): string[] {
  if (!isRecord(body)) return ['the body is not an object'];
  switch (kind) {
    case 'login':
      return fields(body, { email: isText, password: isText });
    case 'product.create':
      return fields(body, {
        product_type: (value) => value === 'CustomService',
        button_title: isText,
        product_title: isText,
        product_description: isText,
      });
    case 'product.update':
      return [...fields(body, { prices: Array.isArray }), ...pricesViolations(body.prices)];
    case 'link.create':
      return [
        ...fields(body, { prices: Array.isArray }, { use_once: isFlag, metadata: isRecord }),
        ...pricesViolations(body.prices),
      ];
    case 'settings.update':
      return fields(
        body,
        { after_sell_webhook_url: isText, is_after_sell_webhook_on: isFlag },
        { after_sell_webhook_key: (value) => typeof value === 'string' && value.length === 64 },
      );
    default:
      return [];
  }
}
