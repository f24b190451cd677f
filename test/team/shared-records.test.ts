// Records of one computer on another: both have the same afterwards, and no change is lost.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mergeDuplicates } from '../../src/main/catalog/duplicates.ts';
import { giveRecords as give } from '../support/catalog-rows.ts';
import { SharingComputer } from '../support/sharing-computer.ts';

const address = (uuid: string) => `https://store.example/checkout/s/1?uuid=${uuid}`;

let computers: SharingComputer[];
beforeEach(() => {
  computers = [];
});
afterEach(async () => {
  for (const computer of computers) await computer.remove();
});

function computer(name: string): SharingComputer {
  const one = new SharingComputer(name);
  computers.push(one);
  return one;
}

/** Exchanges records until both have the same. */
async function exchange(one: SharingComputer, other: SharingComputer): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    give(one, other);
    give(other, one);
    for (const { catalog } of [one, other]) mergeDuplicates(catalog, () => true);
  }
  expect(one.all).toBe(other.all);
}

/** A link of the service that a computer has added. */
function added(of: SharingComputer, uuid: string, serverId = 7) {
  const known = of.catalog.products.withServerId(serverId)[0];
  const product = known ?? of.product('Logo design');
  of.changeProduct(product.id, { origin: 'added', serverId });
  const link = of.link(product.id, uuid);
  of.changeLink(link.id, { origin: 'added', paymentLink: address(uuid) });
  return { product: product.id, link: link.id };
}

describe('a creation', () => {
  it('stays with a computer that creates it too', () => {
    const [anna, ben] = [computer('Anna'), computer('Ben')];
    const product = anna.product('Logo design');
    ben.catalog.addProduct(product);
    give(anna, ben);
    expect(ben.catalog.products.pending()).toEqual([product.id]);
  });
});

describe('two records of one link', () => {
  it('are both deleted when one is deleted on the service before they are merged', async () => {
    const [anna, ben] = [computer('Anna'), computer('Ben')];
    const first = added(anna, 'a').link;
    const second = added(ben, 'a').link;
    give(ben, anna);
    mergeDuplicates(anna.catalog, () => true);
    ben.changeLink(second, { deletedAt: 9 });
    await exchange(anna, ben);
    for (const { catalog } of [anna, ben]) {
      expect(catalog.links.get(first)?.deletedAt).toBe(9);
      expect(catalog.links.count(null)).toBe(0);
    }
  });
});
