// Suggests the currency of the newest link of a product, or of any product, in a form whose price is still blank.
import { useEffect, useRef } from 'react';
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
    void newestCurrency(productId).then((currencyId) => {
      const [price, ...others] = latest.current.getValues().prices;
      if (isOver || isChosen.current || !price || others.length > 0 || price.price !== '') return;
      if (!currencies.some(({ id }) => id === currencyId)) return;
      suggested.current = String(currencyId);
      if (price.currencyId !== suggested.current)
        latest.current.begin({ prices: [{ ...price, currencyId: suggested.current }] });
    });
    return () => {
      isOver = true;
    };
  }, [isOn, productId, currencies]);
}

/** Of the newest link of a product, or else of any product. */
async function newestCurrency(productId: string | null): Promise<number | undefined> {
  const found = await call('links.list', {
    ...{ offset: 0, limit: 1, search: '', productId },
    ...{ sync: 'all', useOnce: null, sold: false },
  });
  const newest = found.ok ? found.value.rows[0]?.prices[0]?.currencyId : undefined;
  return newest === undefined && productId !== null ? newestCurrency(null) : newest;
}
