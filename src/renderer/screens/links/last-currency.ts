// Suggests the currency of a product, or else the one that was last used, in a form whose price is still blank.
import { useEffect, useRef } from 'react';
import type { Currency } from '../../../shared/money.ts';
import type { LinkView } from '../../../shared/payment-link.ts';
import { call } from '../../bridge.ts';
import { useFrame } from '../../state/frame.ts';
import type { LinkTyped } from './link-form.ts';

interface Form {
  readonly values: LinkTyped;
  getValues(): LinkTyped;
  begin(part: Partial<LinkTyped>): void;
}

export function useLastCurrency(form: Form, isOn: boolean): void {
  const { currencies } = useFrame().settings;
  const { productId, prices } = form.values;
  const suggested = useRef(prices[0]?.currencyId);
  /** The seller has chosen one, which stays, also where he goes back to the suggested one. */
  const isChosen = useRef(false);
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    if (prices[0]?.currencyId !== suggested.current) isChosen.current = true;
  }, [prices]);
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    void currencyOf(productId, currencies).then((found) => {
      const [price, ...others] = latest.current.getValues().prices;
      if (isOver || isChosen.current || found === null || !price) return;
      if (others.length > 0 || price.price !== '') return;
      suggested.current = found;
      if (price.currencyId !== found) latest.current.begin({ prices: [{ ...price, currencyId: found }] });
    });
    return () => {
      isOver = true;
    };
  }, [isOn, productId, currencies]);
}

/** How many links of a product are looked at. */
const LINKS = 50;

/** The listed currency of a product, or else of the newest link of any product. Null if there is none. */
async function currencyOf(productId: string | null, currencies: readonly Currency[]): Promise<string | null> {
  const own = productId === null ? [] : await usedFor(productId);
  const used = own.length > 0 ? own : (await newestLinks(null, 1)).flatMap(firstCurrency);
  const found = used.find((id) => currencies.some((currency) => currency.id === id));
  return found === undefined ? null : String(found);
}

/** The currencies of the product's default prices, or else of its newest links, the most frequent first. */
async function usedFor(productId: string): Promise<readonly number[]> {
  const product = await call('products.get', { id: productId });
  const defaults = product.ok && product.value ? product.value.defaultPrices : [];
  if (defaults.length > 0) return defaults.map(({ currencyId }) => currencyId);
  const counts = new Map<number, number>();
  for (const id of (await newestLinks(productId, LINKS)).flatMap(firstCurrency))
    counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([id]) => id);
}

const firstCurrency = ({ prices }: LinkView): number[] => prices.slice(0, 1).map(({ currencyId }) => currencyId);

async function newestLinks(productId: string | null, limit: number): Promise<readonly LinkView[]> {
  const found = await call('links.list', {
    ...{ offset: 0, limit, search: '', productId },
    ...{ sync: 'all', useOnce: null, sold: false },
  });
  return found.ok ? found.value.rows : [];
}
