// Suggests the currency that was last used for a product, or else in the store, in a form whose price is still blank.
import { useEffect, useRef } from 'react';
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
  /** What the form chose; anything else is the seller's choice and stays. */
  const suggested = useRef(prices[0]?.currencyId);
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    void lastCurrencyOf(productId).then((found) => {
      const [price, ...others] = latest.current.getValues().prices;
      const isListed = currencies.some(({ id }) => String(id) === found);
      if (isOver || !isListed || found === null || !price) return;
      if (others.length > 0 || price.price !== '' || price.currencyId !== suggested.current) return;
      suggested.current = found;
      if (price.currencyId !== found) latest.current.begin({ prices: [{ ...price, currencyId: found }] });
    });
    return () => {
      isOver = true;
    };
  }, [isOn, productId, currencies]);
}

/** The first currency of the newest link of the product, else of any product. Null where there is none. */
async function lastCurrencyOf(productId: string | null): Promise<string | null> {
  const own = productId === null ? undefined : await newestLink(productId);
  const currencyId = (own ?? (await newestLink(null)))?.prices[0]?.currencyId;
  return currencyId === undefined ? null : String(currencyId);
}

async function newestLink(productId: string | null): Promise<LinkView | undefined> {
  const found = await call('links.list', {
    ...{ offset: 0, limit: 1, search: '', productId },
    ...{ sync: 'all', useOnce: null, sold: false },
  });
  return found.ok ? found.value.rows[0] : undefined;
}
