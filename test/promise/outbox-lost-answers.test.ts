// Lost responses: nothing is duplicated or lost, and a doubt delays no other change.
import { expect, test } from 'vitest';
import { createLink } from '../../src/main/links/links.ts';
import { markAsSent } from '../../src/main/sync/mark-as-sent.ts';
import { slow } from '../../tools/test/slow.ts';
import { activeLinks } from '../support/catalog-rows.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, ordersIn } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

test(
  'with every tenth response lost, 200 links are neither duplicated nor lost, and each doubt is shown',
  async () => {
    const service = await startService();
    const seller = await startSeller(service, { token: null });
    const product = await seller.addProduct(service.record.addProduct('Existing'));
    const orders = Array.from({ length: 200 }, (_, n) => `order-${n + 1}`);
    await Promise.all(orders.map((order) => createLink(seller.store, product, linkDraft(order))));
    service.decide = ({ nth }) => (nth % 10 === 0 ? { kind: 'reset', when: 'after-acting' } : null);
    await seller.store.session.signIn(service.record.issue('seller'));
    const { outbox } = seller;
    await until('all are sent', () => outbox.status().waiting + outbox.status().sending === 0);
    await until('what was sent is settled', () => seller.store.catalog.history.ids().size === 180);

    expect(ordersIn(service.record.bodies('link.create')).sort()).toEqual([...orders].sort());
    expect(outbox.status()).toMatchObject({ attention: 20, offline: false });
    expect(seller.states()).toEqual(Array.from({ length: 20 }, () => 'needs-review'));
    expect(seller.store.catalog.history.ids().size).toBe(180);

    // No automatic event sends one of them again.
    service.decide = () => null;
    outbox.wake();
    await seller.restart();
    seller.outbox.wake();
    expect(seller.outbox.status().attention).toBe(20);
    expect(service.record.count('link.create')).toBe(200);

    // The seller finds each record on the service and says so; then the catalog has what the service has.
    const addresses = [...service.record.links.values()];
    for (const change of seller.queue.all()) {
      const order = change.payload.kind === 'link.create' ? change.payload.draft.metadata[0]?.value : '';
      const made = ordersIn(service.record.bodies('link.create')).indexOf(order ?? '');
      expect(await markAsSent(seller.store, change.id, addresses[made] ?? '')).toMatchObject({ ok: true });
    }
    expect(seller.queue.all()).toEqual([]);
    await until('all is settled', () => seller.store.catalog.history.ids().size === 200);
    const links = activeLinks(seller.store);
    expect(links.map(({ paymentLink }) => paymentLink).sort()).toEqual([...addresses].sort());
    expect(service.record.count('link.create')).toBe(200);
    expect(service.violations).toEqual([]);
  },
  slow(60_000),
);
