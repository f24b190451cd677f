// The message that a checkout link is sent with.
import { expect, test } from 'vitest';
import { createLink } from '../../src/main/links/links.ts';
import { sendLink } from '../../src/main/share/send-link.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

test('names each price of a link that is sold in two currencies as a choice', async () => {
  const service = await startService();
  const seller = await startSeller(service, {});
  const productId = await seller.addProduct(service.record.addProduct('Existing'));
  const euro = { currencyId: 3, priceCents: 5_500, discountCents: null };
  const draft = linkDraft('1');
  const made = await createLink(seller.store, productId, { ...draft, prices: [...draft.prices, euro] });
  if (!made.ok) throw new Error(made.problem.message);
  await until('it is sent', () => seller.states().length === 0);
  const opened: string[] = [];
  const open = async (address: string) => {
    opened.push(decodeURIComponent(address));
    return { ok: true as const, value: undefined };
  };
  expect(await sendLink(seller.store, { id: made.value.id, by: 'whatsapp' }, open)).toMatchObject({ ok: true });
  expect(opened).toEqual([expect.stringMatching(/\$90\.00 or .*55\.00/)]);
});
