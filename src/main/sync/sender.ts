// Sends changes: builds the document's request from a change, and reads its result from a 2xx answer.
import { isSameUuid, linkUuid, readTypedLink } from '../../shared/checkout-url.ts';
import { texts } from '../../shared/texts/main.ts';
import { WEBHOOK_KEY_LENGTH } from '../../shared/webhook.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { linkKey } from '../catalog/link-keys.ts';
import type { Change, ChangeResult } from '../outbox/change.ts';
import type { Sent } from '../outbox/deps.ts';
import { truncated } from '../outbox/policy.ts';
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

type Records = Pick<Catalog, 'products' | 'links'>;

type Unsendable = Exclude<Sent, { kind: 'tried' }>;

/** The request for display, with placeholders for unknown values and the webhook key. */
export function shownRequest(
  { payload, subject }: Change,
  { products, links }: Records,
  key = texts.changes.hiddenKey({ characters: WEBHOOK_KEY_LENGTH }),
): ServiceRequest {
  const product = products.get('productId' in payload ? payload.productId : subject);
  const productId = product?.serverId ?? UNKNOWN_PRODUCT_ID;
  switch (payload.kind) {
    case 'product.create':
      return requests.createProduct(payload.fields);
    case 'product.update':
      return requests.updateProduct(productId, payload.prices);
    case 'link.create':
      return requests.createPaymentLink(productId, payload.draft);
    case 'link.delete': {
      const uuid = linkUuid(links.get(subject)?.paymentLink ?? '');
      return requests.deletePaymentLink(productId, uuid ?? UNKNOWN_PAYMENT_LINK);
    }
    case 'settings.update':
      return requests.updateStoreSettings({ ...payload, key: payload.keyRef === null ? null : key });
  }
}

/** Why a change cannot be sent now or at all; null if it can. */
function obstacle({ payload, subject }: Change, { products, links }: Records): Unsendable | null {
  if (payload.kind === 'product.create' || payload.kind === 'settings.update') return null;
  const uuid = linkUuid(links.get(subject)?.paymentLink ?? '');
  const product = products.get('productId' in payload ? payload.productId : subject);
  if ((product?.serverId ?? null) === null || (payload.kind === 'link.delete' && uuid === null))
    return { kind: 'unsendable', reason: 'no-address' };
  if (payload.kind !== 'link.delete' || payload.replacedBy === undefined) return null;
  // The new link was sent before. It has no address of its own only if its record was lost with a damaged file, or if the
  // service returned the same link twice.
  const newLink = links.get(payload.replacedBy)?.paymentLink ?? null;
  const isReplaced = newLink !== null && !isSameUuid(linkUuid(newLink), uuid);
  return isReplaced ? null : { kind: 'unsendable', reason: 'not-replaced' };
}

function buildRequest(change: Change, store: StoreContext): ServiceRequest | Unsendable {
  const keyRef = change.payload.kind === 'settings.update' ? change.payload.keyRef : null;
  const key = keyRef === null ? null : store.webhookKey(keyRef);
  if (keyRef !== null && key === null)
    return store.isKeyLocked(keyRef) ? { kind: 'held-back' } : { kind: 'unsendable', reason: 'key-lost' };
  return obstacle(change, store.catalog) ?? shownRequest(change, store.catalog, key ?? '');
}

/** Null if a 2xx answer does not match the document. An address needs a uuid to select a payment link (section 1). */
export function readResult(change: Change, body: string): ChangeResult | null {
  const answer = truncated(body);
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
      // The content is not used, but an HTML page, for example, does not come from the service. A deletion's answer is empty.
      if (body.trim() === '') return { kind: 'accepted', answer, note: null };
      if (parseJson(body) === undefined) return null;
      return { kind: 'accepted', answer, note: change.payload.kind === 'link.delete' ? 'unknown-answer' : null };
  }
}

export function createSender(store: StoreContext): (change: Change, onLeft: () => void) => Promise<Sent> {
  const { session } = store;
  /** Subjects by the results of this run, because parallel requests end before their records are in the catalog. */
  const subjects = new Map<number | string | null, string>();
  /** Whether another product or link already has this result, so that this change cannot have created it. */
  const isOfAnother = ({ subject }: Change, result: ChangeResult): boolean => {
    if (result.kind === 'accepted') return false;
    const key = result.kind === 'product' ? result.serverId : linkKey(result);
    const holders = [subjects.get(key) ?? subject];
    try {
      const { products, links } = store.catalog;
      const records = typeof key === 'number' ? products.withKeys([key]) : links.withKeys([key ?? '']);
      holders.push(...records.map(({ id }) => id));
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
    if (answered === null || !isOfAnother(change, answered)) return { kind: 'tried', outcome, result: answered };
    // A gateway may have repeated an earlier answer. Then every later answer on this connection is one behind.
    session.client.renew();
    return { kind: 'tried', outcome, result: null };
  };
}
