// The document's exact requirements for every request; reports each deviation in words.
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import {
  createPaymentLinkRule,
  createProductRule,
  loginRule,
  storeSettingsRule,
  updateProductRule,
} from '../../src/practice-store/rules.ts';

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

/** Exactly the documented fields; null for calls without a body. */
const BODIES: Readonly<Record<CallKind, z.ZodType | null>> = {
  login: loginRule,
  'product.create': createProductRule,
  'product.update': updateProductRule,
  'link.create': createPaymentLinkRule,
  'link.delete': null,
  'settings.update': storeSettingsRule,
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
