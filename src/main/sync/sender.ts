// Turns an action into the document's request, and a 2xx answer into what the catalogue needs of it.
import { isSameUuid, linkUuid } from '../../shared/checkout-url.ts';
import { texts } from '../../shared/texts/main.ts';
import { WEBHOOK_KEY_LENGTH } from '../../shared/webhook.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { requests, type ServiceClient, type ServiceRequest } from '../service/client.ts';
import { parseJson } from '../service/outcome.ts';
import { hideSecretFields, redact, redactToKeep } from '../service/redact.ts';
import {
  type ProductIdInPath,
  readPaymentLink,
  readProductId,
  UNKNOWN_PAYMENT_LINK,
  UNKNOWN_PRODUCT_ID,
} from '../service/wire.ts';
import type { Action, ActionResult } from './outbox/action.ts';
import type { Sent } from './outbox/deps.ts';

/** What building a request needs of the catalog. */
type Records = Pick<Catalog, 'products' | 'links'>;

/** How much of an answer is kept with a record, in characters. */
const ANSWER_LIMIT = 64 * 1024;

/** The webhook keys of a store, by their `keyRef`. */
export interface WebhookKeys {
  /** The key, or null when there is none or the key store has not given it out. */
  read(keyRef: string): string | null;
  /** It is on disk, and the key store has not given it out. */
  isLocked(keyRef: string): boolean;
}

/** What a request needs besides the action: server ids and the webhook key; null where it is not there. */
interface Known {
  readonly productId: number | null;
  readonly paymentLink: string | null;
  readonly key: string | null;
}

function known(action: Action, catalog: Records, readKey: WebhookKeys['read']): Known {
  const { payload, subject } = action;
  const productId = 'productId' in payload ? payload.productId : subject;
  return {
    productId: catalog.products.get(productId)?.serverId ?? null,
    paymentLink: linkUuid(catalog.links.get(subject)?.paymentLink ?? ''),
    key: payload.kind === 'settings.update' && payload.keyRef !== null ? readKey(payload.keyRef) : null,
  };
}

function requestFor(
  action: Action,
  productId: ProductIdInPath,
  paymentLink: string,
  key: string | null,
): ServiceRequest {
  const { payload } = action;
  switch (payload.kind) {
    case 'product.create':
      return requests.createProduct(payload.fields);
    case 'product.update':
      return requests.updateProduct(productId, payload.prices);
    case 'link.create':
      return requests.createPaymentLink(productId, payload.draft);
    case 'link.delete':
      return requests.deletePaymentLink(productId, paymentLink);
    case 'settings.update':
      return requests.updateStoreSettings({ url: payload.url, isOn: payload.isOn, key });
  }
}

export type Built =
  | { readonly ok: true; readonly request: ServiceRequest }
  | { readonly ok: false; readonly why: 'key-locked' | 'key-lost' | 'no-address' | 'not-replaced' };

/**
 * Whether the link that replaces another is on the service under an address of its own. Its creation went before, so
 * this fails only where that was lost with a damaged file, or the service gave out the same link twice.
 */
function isReplaced(newId: string, uuid: string | null, catalog: Records): boolean {
  const paymentLink = catalog.links.get(newId)?.paymentLink ?? null;
  return paymentLink !== null && !isSameUuid(linkUuid(paymentLink), uuid);
}

/** The request of an action, with server ids and the webhook key put in. */
export function buildRequest(action: Action, catalog: Records, keys: WebhookKeys): Built {
  const { payload } = action;
  const { productId, paymentLink, key } = known(action, catalog, (keyRef) => keys.read(keyRef));
  if (payload.kind === 'settings.update' && payload.keyRef !== null && key === null) {
    return { ok: false, why: keys.isLocked(payload.keyRef) ? 'key-locked' : 'key-lost' };
  }
  const needsProduct = payload.kind !== 'product.create' && payload.kind !== 'settings.update';
  if ((needsProduct && productId === null) || (payload.kind === 'link.delete' && paymentLink === null)) {
    return { ok: false, why: 'no-address' };
  }
  const replacedBy = payload.kind === 'link.delete' ? payload.replacedBy : undefined;
  if (replacedBy !== undefined && !isReplaced(replacedBy, paymentLink, catalog)) {
    return { ok: false, why: 'not-replaced' };
  }
  const request = requestFor(action, productId ?? UNKNOWN_PRODUCT_ID, paymentLink ?? UNKNOWN_PAYMENT_LINK, key);
  return { ok: true, request };
}

/** The request of an action for showing: placeholders for what is not known yet, and never the webhook key itself. */
export function shownRequest(action: Action, catalog: Records): ServiceRequest {
  const masked = texts.changes.hiddenKey(WEBHOOK_KEY_LENGTH);
  const { productId, paymentLink, key } = known(action, catalog, () => masked);
  return requestFor(action, productId ?? UNKNOWN_PRODUCT_ID, paymentLink ?? UNKNOWN_PAYMENT_LINK, key);
}

/** What a 2xx answer means for an action; null when it does not hold what the document says. */
export function readResult(action: Action, body: string): ActionResult | null {
  const answer = body.slice(0, ANSWER_LIMIT);
  switch (action.payload.kind) {
    case 'product.create': {
      const serverId = readProductId(body);
      return serverId === null ? null : { kind: 'product', serverId, answer };
    }
    case 'link.create': {
      const paymentLink = readPaymentLink(body);
      return paymentLink === null ? null : { kind: 'link', paymentLink, answer };
    }
    case 'product.update':
    case 'link.delete':
    case 'settings.update':
      // What these answer is not shown; but a page of HTML, say, is not the service's.
      return isJsonOrNothing(body) ? { kind: 'accepted', answer, note: null } : null;
  }
}

const isJsonOrNothing = (body: string): boolean => body.trim() === '' || parseJson(body) !== undefined;

/** What sending needs to know of the sign-in. */
export interface Session {
  /** The token in use, or null when nobody is signed in. */
  token(): string | null;
  /** Every secret of the store. */
  secrets(): readonly string[];
  /** The service answered 401 to this token. */
  refused(token: string): void;
}

/** Sends actions of one store. */
export function createSender(
  client: () => ServiceClient,
  catalog: () => Records,
  session: Session,
  keys: WebhookKeys,
): (action: Action, onLeft: () => void) => Promise<Sent> {
  return async (action, onLeft) => {
    const token = session.token();
    if (token === null) return { kind: 'not-sent', why: 'signed-out' };
    const built = buildRequest(action, catalog(), keys);
    if (!built.ok) return { kind: 'not-sent', why: built.why };
    // Those of before the call too: who signs out meanwhile has them forgotten.
    const secrets = session.secrets();
    const answer = await client().send(built.request, token, onLeft);
    // What is kept with the action must not hold what the service may have echoed.
    const hidden = [...new Set([token, ...secrets, ...session.secrets()])];
    const outcome = redact(answer, hidden);
    const kept = redactToKeep(outcome, []);
    if (outcome.kind !== 'answered') return { kind: 'sent', outcome: kept, result: null };
    if (outcome.status === 401) session.refused(token);
    const understood = outcome.status >= 200 && outcome.status < 300 && !outcome.truncated;
    const result = understood ? readResult(action, outcome.body) : null;
    return { kind: 'sent', outcome: kept, result: result && { ...result, answer: hideSecretFields(result.answer) } };
  };
}
