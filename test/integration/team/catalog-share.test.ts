// Computers that share a catalog through a real nats-server: all end with the same, whatever happened to them and to the server.
import { cpSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningTeam, startTeam } from '../../support/running-team.ts';
import { allEqual, SharingComputer } from '../../support/sharing-computer.ts';
import { describeWithNats } from '../../support/team-server.ts';

describeWithNats('computers that share a catalog', () => {
  let team: RunningTeam;
  let computers: SharingComputer[];
  beforeEach(async () => {
    computers = [];
    team = await startTeam();
  });
  afterEach(async () => {
    for (const computer of computers) await computer.remove();
    await team.remove();
  });

  const computer = (name: string, skew = 0): SharingComputer => {
    const one = new SharingComputer(name, skew);
    computers.push(one);
    return one;
  };
  const joined = async (name: string, skew = 0): Promise<SharingComputer> => {
    const one = computer(name, skew);
    await one.join(await team.server.invite(name));
    return one;
  };

  it('have what one of them had before it joined, and what each does afterwards', async () => {
    const anna = computer('Anna');
    const product = anna.product('Logo design');
    const link = anna.link(product.id, '1042');
    await anna.join(await team.server.invite('Anna'));
    const ben = await joined('Ben');
    await allEqual([anna, ben]);
    expect(ben.catalog.links.get(link.id)).toEqual({ ...link, createdOn: { device: 'Anna', isInDoubt: false } });
    ben.changeLink(link.id, { note: 'for Ada' });
    anna.changeLink(link.id, { paymentLink: 'https://store.example/checkout/s/1?uuid=a', answer: '{}' });
    await allEqual([anna, ben]);
    expect(anna.catalog.links.get(link.id)).toMatchObject({ note: 'for Ada', answer: '{}' });
  });

  it('have one record of a product and of a link that both had added before', async () => {
    const address = (uuid: string) => `https://store.example/checkout/s/1?uuid=${uuid}`;
    const named = (of: SharingComputer, note: string, uuids: readonly string[]) => {
      const product = of.product('Logo design');
      of.changeProduct(product.id, { origin: 'added', serverId: 7, note });
      return uuids.map((uuid) => {
        const link = of.link(product.id, uuid);
        of.changeLink(link.id, { origin: 'added', paymentLink: address(uuid) });
        of.catalog.transaction(() =>
          of.catalog.sales.take({ id: `${of.name}-${uuid}`, linkId: link.id, at: 1, foundBy: 'uuid', verified: true }),
        );
        return link;
      });
    };
    const [anna, ben] = [computer('Anna'), computer('Ben')];
    const [first] = named(anna, 'from Anna', ['a']);
    const [, second] = named(ben, 'from Ben', ['a', 'b']);
    await anna.join(await team.server.invite('Anna'));
    await ben.join(await team.server.invite('Ben'));
    await allEqual([anna, ben]);
    for (const { catalog } of [anna, ben]) {
      expect(catalog.products.listed).toBe(1);
      expect(catalog.products.get(first?.productId ?? '')).toMatchObject({ deletedAt: null, note: 'from Ben' });
      expect(catalog.links.counts(null).all).toBe(2);
      expect(catalog.links.get(second?.id ?? '')?.productId).toBe(first?.productId);
      expect(catalog.links.sold(first?.id ?? '')).toMatchObject({ count: 2 });
    }
  });

  it('merge what they did while they were apart, whatever their clocks say', async () => {
    const anna = await joined('Anna', -5 * 60 * 60_000);
    const ben = await joined('Ben');
    const cora = await joined('Cora', 3 * 60 * 60_000);
    const product = ben.product('Logo design');
    await allEqual([anna, ben, cora]);
    for (const one of [anna, ben, cora]) await one.disconnect();
    anna.changeProduct(product.id, { note: 'from Anna' });
    ben.changeProduct(product.id, { serverId: 7, answer: '{}' });
    cora.changeProduct(product.id, { state: 'published' });
    const links = [anna, ben, cora].map((one) => one.link(product.id, one.name));
    for (const one of [anna, ben, cora]) await one.connect();
    await allEqual([anna, ben, cora]);
    expect(anna.catalog.products.get(product.id)).toMatchObject({ note: 'from Anna', serverId: 7, state: 'published' });
    expect(anna.catalog.links.withIds(links.map(({ id }) => id))).toHaveLength(3);
  });

  it('let the last word stand although its clock is hours behind', async () => {
    const [ahead, behind] = [await joined('Anna', 4 * 60 * 60_000), await joined('Ben')];
    const product = ahead.product('Logo design');
    ahead.changeProduct(product.id, { note: 'first' });
    await allEqual([ahead, behind]);
    behind.changeProduct(product.id, { note: 'second' });
    await allEqual([ahead, behind]);
    expect(ahead.catalog.products.get(product.id)?.note).toBe('second');
  });

  it('fill a server that was set up anew, and one that was restored from a backup', async () => {
    const [anna, ben] = [await joined('Anna'), await joined('Ben')];
    const product = anna.product('Logo design');
    await allEqual([anna, ben]);
    for (const one of [anna, ben]) await one.disconnect();
    await team.restart(() => cpSync(team.dataFolder, `${team.dataFolder}.backup`, { recursive: true }));
    for (const one of [anna, ben]) await one.connect();
    for (let order = 0; order < 20; order++) (order % 2 ? anna : ben).link(product.id, `${order}`);
    await allEqual([anna, ben]);
    for (const one of [anna, ben]) await one.disconnect();
    await team.restart(() => {
      rmSync(team.dataFolder, { recursive: true });
      cpSync(`${team.dataFolder}.backup`, team.dataFolder, { recursive: true });
    });
    for (const one of [anna, ben]) await one.connect();
    await allEqual([anna, ben]);
    const cora = await joined('Cora');
    await allEqual([anna, ben, cora]);
    expect(cora.catalog.links.counts(null).all).toBe(20);
    for (const one of [anna, ben, cora]) await one.disconnect();
    await team.restart(() => rmSync(team.dataFolder, { recursive: true }));
    for (const one of [anna, ben, cora]) await one.connect();
    const dora = await joined('Dora');
    await allEqual([anna, ben, cora, dora]);
    expect(dora.catalog.links.counts(null).all).toBe(20);
  });

  it('say which sales of others are new as verified ones, each once', async () => {
    const [anna, ben] = [await joined('Anna'), await joined('Ben')];
    const sell = (of: SharingComputer, id: string, verified: boolean) => {
      of.catalog.transaction(() => of.catalog.sales.take({ id, linkId: null, at: 1, foundBy: null, verified }));
    };
    sell(anna, 'a', true);
    sell(anna, 'b', false);
    const product = anna.product('Logo design');
    await allEqual([anna, ben]);
    expect(ben.verified).toEqual(['a']);
    sell(ben, 'a', true);
    sell(ben, 'b', true);
    ben.changeProduct(product.id, { note: 'more' });
    await allEqual([anna, ben]);
    expect([anna.verified, ben.verified]).toEqual([['b'], ['a']]);
  });

  it('take thousands of records, and go on where they stopped', async () => {
    const anna = computer('Anna');
    const product = anna.product('Logo design');
    anna.catalog.transaction(() => {
      for (let order = 0; order < 3_000; order++) anna.link(product.id, `${order}`);
    });
    await anna.join(await team.server.invite('Anna'));
    const ben = await joined('Ben');
    await ben.stop();
    ben.start();
    await ben.connect();
    await allEqual([anna, ben]);
    expect(ben.catalog.links.counts(null).all).toBe(3_000);
  });
});
