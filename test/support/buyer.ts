// A buyer of the practice store.
import { FIELD_PREFIX } from '../../src/practice-store/checkout-page.ts';

/** Buys at a checkout page of the practice store in USD, without a browser. Returns the status of the answer. */
export async function buy(checkout: string): Promise<number> {
  const { origin, searchParams } = new URL(checkout);
  const body = new URLSearchParams({ currency_id: '2' });
  for (const [name, value] of searchParams) if (name !== 'uuid') body.set(FIELD_PREFIX + name, value);
  const answer = await fetch(checkout, { method: 'POST', headers: { origin }, body });
  await answer.arrayBuffer();
  return answer.status;
}
