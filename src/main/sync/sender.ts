// Sends changes: builds the document's request from a change, and reads its result from a 2xx answer.
import { isSameUuid, linkUuid, readTypedLink } from '../../shared/checkout-url.ts';
import { texts } from '../../shared/texts/main.ts';
import { WEBHOOK_KEY_LENGTH } from '../../shared/webhook.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { linkKey } from '../catalog/link-keys.ts';
import { parseJson, redact } from '../service/outcome.ts';
import {
  readPaymentLink,
  readProductId,
  requests,
  type ServiceRequest,
  UNKNOWN_PAYMENT_LINK,
  UNKNOWN_PRODUCT_ID,
} from '../service/wire.ts';
import type { StoreContext } from '../store-context.ts';
import type { Change, ChangeResult } from './outbox/change.ts';
import type { Sent } from './outbox/deps.ts';

type Records = Pick<Catalog, 'products' | 'links'>;

/** In characters. */
const ANSWER_LIMIT = 8 * 1024;

/** What a request needs besides the change. A missing value is null. */
function resolve({ payload, subject }: Change, { products, links }: Records, readKey: StoreContext['webhookKey']) {
  return {
    productId: products.get('productId' in payload ? payload.productId : subject)?.serverId ?? null,
    paymentLink: linkUuid(links.get(subject)?.paymentLink ?? ''),
    key: payload.kind === 'settings.update' && payload.keyRef !== null ? readKey(payload.keyRef) : null,
  };
}

function requestFor({ payload }: Change, { key, ...values }: ReturnType<typeof resolve>): ServiceRequest {
  const productId = values.productId ?? UNKNOWN_PRODUCT_ID;
  switch (payload.kind) {
    case 'product.create':
      return requests.createProduct(payload.fields);
    case 'product.update':
      return requests.updateProduct(productId, payload.prices);
    case 'link.create':
      return requests.createPaymentLink(productId, payload.draft);
    case 'link.delete':
      return requests.deletePaymentLink(productId, values.paymentLink ?? UNKNOWN_PAYMENT_LINK);
    case 'settings.update':
      return requests.updateStoreSettings({ url: payload.url, isOn: payload.isOn, key });
  }
}

/**
 * Whether the new link of "Replace link" is on the service with its own address. Its creation was sent before, so this is false
 * only if its record was lost with a damaged file, or the service returned the same link twice.
 */
function isReplaced(newId: string, uuid: string | null, catalog: Records): boolean {
  const paymentLink = catalog.links.get(newId)?.paymentLink ?? null;
  return paymentLink !== null && !isSameUuid(linkUuid(paymentLink), uuid);
}

function buildRequest(change: Change, store: StoreContext): ServiceRequest | Exclude<Sent, { kind: 'tried' }> {
  const { payload } = change;
  const values = resolve(change, store.catalog, (keyRef) => store.webhookKey(keyRef));
  const { productId, paymentLink, key } = values;
  if (payload.kind === 'settings.update' && payload.keyRef !== null && key === null) {
    return store.isKeyLocked(payload.keyRef) ? { kind: 'held-back' } : { kind: 'unsendable', reason: 'key-lost' };
  }
  const needsProduct = payload.kind !== 'product.create' && payload.kind !== 'settings.update';
  if ((needsProduct && productId === null) || (payload.kind === 'link.delete' && paymentLink === null)) {
    return { kind: 'unsendable', reason: 'no-address' };
  }
  const replacedBy = payload.kind === 'link.delete' ? payload.replacedBy : undefined;
  if (replacedBy !== undefined && !isReplaced(replacedBy, paymentLink, store.catalog)) {
    return { kind: 'unsendable', reason: 'not-replaced' };
  }
  return requestFor(change, values);
}

/** The request for display, with placeholders for unknown values and the webhook key. */
export const shownRequest = (change: Change, catalog: Records): ServiceRequest =>
  requestFor(
    change,
    resolve(change, catalog, () => texts.changes.hiddenKey({ characters: WEBHOOK_KEY_LENGTH })),
  );

/** Null if a 2xx answer does not match the document. An address needs a uuid to select a payment link (section 1). */
export function readResult(change: Change, body: string): ChangeResult | null {
  const answer = body.slice(0, ANSWER_LIMIT);
  switch (change.payload.kind) {
    case 'product.create': {
      const serverId = readProductId(body);
      return serverId === null ? null : { kind: 'product', serverId, answer };
    }
    case 'link.create': {
      const paymentLink = readPaymentLink(body);
      return paymentLink === null || !readTypedLink(paymentLink).ok ? null : { kind: 'link', paymentLink, answer };
    }
    case 'product.update':
    case 'link.delete':
    case 'settings.update':
      // The content is not used, but an HTML page, for example, does not come from the service.
      return isJsonOrNothing(body) ? { kind: 'accepted', answer, note: null } : null;
  }
}

const isJsonOrNothing = (body: string): boolean => body.trim() === '' || parseJson(body) !== undefined;

/** The ids of products or links that already have the server id or address of a result. */
function holdersOf(result: ChangeResult, { products, links }: Records): string[] {
  if (result.kind === 'accepted') return [];
  const holders = result.kind === 'product' ? products.withServerId(result.serverId) : links.withKeys([keyOf(result)]);
  return holders.map(({ id }) => id);
}

const keyOf = (result: Exclude<ChangeResult, { kind: 'accepted' }>): string =>
  result.kind === 'product' ? String(result.serverId) : (linkKey(result) ?? '');

export function createSender(store: StoreContext): (change: Change, onLeft: () => void) => Promise<Sent> {
  const { session } = store;
  /** Subjects by the results of this run, because parallel requests end before their records are in the catalog. */
  const subjects = new Map<string, string>();
  /** Whether another product or link already has this result, so that this change cannot have created it. */
  const isOfAnother = ({ subject }: Change, result: ChangeResult): boolean => {
    if (result.kind === 'accepted') return false;
    const key = `${result.kind} ${keyOf(result)}`;
    let holders: readonly string[] = [subjects.get(key) ?? subject];
    try {
      if (!subjects.has(key)) holders = holdersOf(result, store.catalog);
    } catch (error) {
      // Keep the result: if the catalog is damaged, storing it will fail.
      console.error('It is unknown whether another record has what the service returned', error);
    }
    if (holders.some((id) => id !== subject)) return true;
    subjects.set(key, subject);
    return false;
  };
  return async (change, onLeft) => {
    const token = session.token();
    if (token === null) return { kind: 'held-back' };
    const built = buildRequest(change, store);
    if ('kind' in built) return built;
    // Read before the call too, because signing out during the call clears them.
    const secrets = session.secrets();
    const answer = await session.client.send({ ...built, token, onLeft });
    // The service may echo secrets; they must not be stored with the change.
    const hidden = [...new Set([token, ...secrets, ...session.secrets()])];
    const outcome = redact(answer, hidden);
    if (outcome.kind !== 'answered') return { kind: 'tried', outcome, result: null };
    if (outcome.status === 401) session.refused(token);
    const understood = outcome.status >= 200 && outcome.status < 300 && !outcome.truncated;
    const answered = understood ? readResult(change, outcome.body) : null;
    return { kind: 'tried', outcome, result: answered && isOfAnother(change, answered) ? null : answered };
  };
}
