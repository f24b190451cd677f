// Computers that share a catalog through a real nats-server: what is shared, and what waits.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { SaleRecord } from '../../src/main/catalog/records.ts';
import { CATALOG_STREAM } from '../../src/team-protocol/names.ts';
import { saleOf } from '../support/sale.ts';
import { allEqual, SharingComputer } from '../support/sharing-computer.ts';
import { describeWithNats, sharedTeam } from '../support/team-server.ts';
import { until } from '../support/until.ts';

describeWithNats('computers that share a catalog', () => {
  const team = sharedTeam();
  /** Each test has its own store. */
  let email: string;
  beforeEach(() => {
    email = `${crypto.randomUUID()}@store.example`;
  });

  async function joined(name: string): Promise<SharingComputer> {
    const computer = new SharingComputer(name, { email });
    onTestFinished(() => computer.remove());
    await computer.join(await team.invite(`${name} for ${email}`));
    return computer;
  }

  it('share sales that are verified or marked by a seller, and report each newly verified one once', async () => {
    const [anna, ben] = [await joined('Anna'), await joined('Ben')];
    const sell = (of: SharingComputer, id: string, more: Partial<SaleRecord>) => {
      of.catalog.transaction(() => of.catalog.sales.merge(saleOf({ id, ...more })));
    };
    sell(anna, 'a', { verified: true });
    sell(anna, 'b', { verified: false });
    sell(anna, 'marked', { verified: false, override: { isSale: true, wasVerified: false, at: 1 } });
    const product = anna.product('Logo design');
    await anna.isShared();
    // "b" is not verified, so it is not shared.
    await until('Ben has them', () => ['a', 'marked'].every((id) => ben.catalog.sales.get(id)));
    expect(ben.catalog.sales.get('b')).toBeUndefined();
    expect([...ben.verified].sort()).toEqual(['a', 'marked']);
    sell(ben, 'a', { verified: true });
    sell(ben, 'b', { verified: true });
    ben.changeProduct(product.id, { note: 'more' });
    await allEqual([anna, ben]);
    expect([anna.verified, [...ben.verified].sort()]).toEqual([['b'], ['a', 'marked']]);
  });

  it('skip a record that is too large and share the others, up to 2 MB each', async () => {
    const [anna, ben] = [await joined('Anna'), await joined('Ben')];
    const described = (title: string, length: number) => {
      const product = anna.product(title);
      anna.changeProduct(product.id, {
        fields: { buttonTitle: 'Buy', productTitle: title, productDescription: 'x'.repeat(length) },
      });
      return product;
    };
    const [large, tooLarge, small] = [
      described('Large', 1_500_000),
      described('Too large', 2_500_000),
      described('Small', 1),
    ];
    await until('the others are shared', () => [large, small].every(({ id }) => ben.catalog.products.get(id)));
    await until('one is left', () => anna.catalog.sharing.count === 1);
    anna.changeProduct(tooLarge.id, { fields: small.fields });
    await allEqual([anna, ben]);
  });

  it('leave records of a newer version of the app unchanged', async () => {
    const [anna, ben] = [await joined('Anna'), await joined('Ben')];
    const product = anna.product('Logo design');
    await allEqual([anna, ben]);
    const seq = await ben.writeAsNewer(product);
    const link = ben.link(product.id, 'after it');
    await until('Anna has all', () => anna.catalog.links.get(link.id) !== undefined);
    anna.changeProduct(product.id, { note: 'from Anna' });
    await until('it is left', () => anna.progress.newer === 1);
    // The stream keeps the last message of each record.
    expect(await team.asAdmin(({ streams }) => streams.getMessage(CATALOG_STREAM, { seq }))).not.toBeNull();
    // Nor does a later edit replace it.
    expect(anna.catalog.sharing.revisionOf('product', product.id)).toBe(0);
  });
});
