// What a new link starts with: the product, currency and metadata keys of the newest link.
import type { LinkView } from '../../../shared/payment-link.ts';
import { ok } from '../../../shared/problem.ts';
import { call } from '../../bridge.ts';
import { useAsked } from '../../state/live.ts';
import type { LastUsed } from './link-form.ts';

/** The newest link of a product, or of all products. */
async function newestLink(productId: string | null): Promise<LinkView | undefined> {
  const query = { search: '', productId, sync: 'all', useOnce: null, sold: false } as const;
  const answer = await call('links.list', { ...query, offset: 0, limit: 1 });
  return answer.ok ? answer.value.rows[0] : undefined;
}

async function onlyProduct(): Promise<string | null> {
  const answer = await call('products.list', { offset: 0, limit: 2, search: '', isHidden: false });
  return answer.ok && answer.value.total === 1 ? (answer.value.rows[0]?.id ?? null) : null;
}

/** What the newest link of this product used, or of any product if it has none. */
export async function lastUsed(productId: string | null): Promise<LastUsed> {
  const own = productId === null ? undefined : await newestLink(productId);
  const newest = own ?? (await newestLink(null));
  const chosen = productId ?? newest?.productId ?? (await onlyProduct());
  return {
    productId: chosen,
    currencyId: newest?.prices[0]?.currencyId,
    keys: newest?.productId === chosen ? newest.metadata.map(({ key }) => key) : [],
  };
}

/** For a form that opens: asks once. Undefined until the answer. */
export const useLastUsed = (productId: string | null): LastUsed | undefined =>
  useAsked(['last used', productId], [], async () => ok(await lastUsed(productId)), true).data;
