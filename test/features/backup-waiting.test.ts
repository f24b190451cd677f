// A restore over waiting changes: whichever values are chosen, the displayed values are the ones sent.
import { beforeEach, expect, it } from 'vitest';
import { type Computer, draft, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});

const fieldsOf = (title: string) => ({ buttonTitle: 'Buy', productTitle: title, productDescription: 'What it is.' });
const linkOf = async (computer: Computer, id: string) => {
  const link = await unwrap(computer.call['links.get']({ id }));
  return { metadata: link?.metadata, prices: link?.prices };
};
const titleOf = async (computer: Computer, id: string) =>
  (await unwrap(computer.call['products.get']({ id })))?.fields.productTitle;
const sent = () => service.changes.filter(({ method }) => method === 'POST').map(({ raw }) => raw);

/** A waiting product and link, changed since the backup. */
async function changedSince() {
  const computer = await newComputer();
  await computer.signIn(service);
  await computer.workOffline(true);
  const product = await computer.product('First title');
  const link = await computer.link(product, 'first');
  const path = await computer.export();
  await unwrap(computer.call['products.edit']({ id: product, fields: fieldsOf('Second title') }));
  await unwrap(computer.call['links.edit']({ id: link, draft: draft('second', 2_000) }));
  return { computer, product, link, path };
}

it.each([
  ['take', 'First title', 'first', 1_000],
  ['keep', 'Second title', 'second', 2_000],
] as const)(
  'of what waits, with "%s", that is shown and sent which was chosen',
  async (differing, title, order, cents) => {
    const { computer, product, link, path } = await changedSince();
    const { preview } = await computer.restore(path, { differing });
    expect(preview.stores[0]).toMatchObject({ products: { differs: 1 }, links: { differs: 1 } });
    expect(await titleOf(computer, product)).toBe(title);
    expect(await linkOf(computer, link)).toEqual({
      metadata: draft(order).metadata,
      prices: draft(order, cents).prices,
    });
    // A second restore changes nothing.
    await computer.restore(path, { differing });
    expect(await titleOf(computer, product)).toBe(title);
    await computer.signIn(service);
    await computer.workOffline(false);
    await computer.settled();
    expect(sent()).toHaveLength(2);
    expect(JSON.parse(sent()[0] ?? '')).toMatchObject({ product_title: title });
    expect(JSON.parse(sent()[1] ?? '')).toMatchObject({ metadata: { order }, prices: [{ price: cents / 100 }] });
    expect(await titleOf(computer, product)).toBe(title);
  },
);

it('values that may already be on the service are kept, and count as no difference', async () => {
  const { computer, product, link, path } = await changedSince();
  service.intercept = ({ path: at }) => (at.endsWith('/products') ? { status: 500, body: '{}' } : undefined);
  await computer.workOffline(false);
  await computer.settled();
  expect((await unwrap(computer.call['sync.list']({ offset: 0, limit: 200 }))).rows).toMatchObject([
    { state: 'needs-review' },
    { state: 'waiting' },
  ]);
  const { preview } = await computer.restore(path, { differing: 'take' });
  // The link was not sent, so it has the chosen values.
  expect(preview.stores[0]).toMatchObject({ products: { differs: 0, same: 1 }, links: { differs: 1 } });
  expect(await titleOf(computer, product)).toBe('Second title');
  expect(await linkOf(computer, link)).toMatchObject({ metadata: draft('first').metadata });
});

it('what the backup has as sent is not sent again, whichever values are chosen', async () => {
  const { computer, product, link, path } = await changedSince();
  // Another computer restores the waiting changes, and edits them.
  const other = await newComputer();
  await other.restore(path, { changes: 'send' });
  await other.workOffline(true);
  await other.signIn(service);
  await unwrap(other.call['products.edit']({ id: product, fields: fieldsOf('Third title') }));
  // The first computer still sends.
  await computer.workOffline(false);
  await computer.settled();
  expect(sent()).toHaveLength(2);
  await other.restore(await computer.export(null, 'later'), { differing: 'take' });
  await other.signIn(service);
  await other.workOffline(false);
  await other.settled();
  expect(sent()).toHaveLength(2);
  expect(await titleOf(other, product)).toBe('Second title');
  expect(await linkOf(other, link)).toMatchObject({ metadata: draft('second').metadata });
});
