// The document's exact requirements for every request; reports each deviation in words.
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

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

/** The documented call that a request makes (sections 4.1 to 4.7; the product PATCH as the design assumes it). */
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

const text = z.string().min(1);
const amount = z
  .number()
  .positive()
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'no fractions of cents');
const price = { currency_id: z.int(), price: amount };
const prices = z
  .array(
    z.discriminatedUnion('is_discount_price', [
      z.strictObject({ ...price, is_discount_price: z.literal(false) }),
      z
        .strictObject({ ...price, is_discount_price: z.literal(true), discount_price: amount })
        .refine((one) => one.discount_price < one.price, 'the discount is not lower'),
    ]),
  )
  .min(1)
  .refine((all) => new Set(all.map((one) => one.currency_id)).size === all.length, 'two prices in one currency');

/** Exactly the documented fields; null for calls without a body. */
const BODIES: Readonly<Record<CallKind, z.ZodType | null>> = {
  login: z.strictObject({ email: text, password: text }),
  'product.create': z.strictObject({
    product_type: z.literal('CustomService'),
    button_title: text,
    product_title: text,
    product_description: text,
  }),
  'product.update': z.strictObject({ prices }),
  'link.create': z.strictObject({
    prices,
    use_once: z.boolean().optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
  'link.delete': null,
  'settings.update': z.strictObject({
    after_sell_webhook_url: text,
    is_after_sell_webhook_on: z.boolean(),
    after_sell_webhook_key: z.string().length(64).optional(),
  }),
  'webhook.test': null,
  unknown: z.never('this call is not in the document'),
};

/** Every deviation of a request from the document; empty when it is correct. */
export function violationsOf({ kind }: Call, headers: IncomingHttpHeaders, body: string): string[] {
  const schema = BODIES[kind];
  const isTyped = headers['content-type'] === 'application/json';
  const isMeasured = headers['content-length'] === String(Buffer.byteLength(body));
  const { authorization } = headers;
  const isSigned = kind === 'login' ? authorization === undefined : /^Bearer [\x21-\x7e]+$/.test(authorization ?? '');
  const isBare = headers['content-type'] === undefined && headers['transfer-encoding'] === undefined && body === '';
  const checked = schema?.safeParse(parsed(body));
  return [
    ...(isSigned ? [] : [`authorization is ${authorization}`]),
    ...(schema === null || isTyped ? [] : [`content-type is ${headers['content-type']}`]),
    ...(schema === null || isMeasured ? [] : ['the length is not declared rightly']),
    ...(schema !== null || isBare ? [] : ['a body, or a header of one, where none belongs']),
    ...(checked?.error ? [z.prettifyError(checked.error)] : []),
  ];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
