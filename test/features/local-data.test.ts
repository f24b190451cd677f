// What only the app knows: private notes, and whether it runs on Electron.
import { beforeEach, describe, expect, it } from 'vitest';
import { Computer, draft, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { until } from '../support/until.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});

const SECRET = 'Friend of Ada, pays late';
const ALL = { search: '', productId: null, sync: 'all', useOnce: null, sold: false } as const;
const PAGE = { offset: 0, limit: 50 };

const noteOfLink = async (computer: Computer, id: string) => (await unwrap(computer.call['links.get']({ id })))?.note;
const noteOfProduct = async (computer: Computer, id: string) =>
  (await unwrap(computer.call['products.get']({ id })))?.note;
const noteLink = (computer: Computer, id: string, note: string) => unwrap(computer.call['links.setNote']({ id, note }));
const noteProduct = (computer: Computer, id: string, note: string) =>
  unwrap(computer.call['products.setPrivate']({ id, values: { note } }));
const foundLinks = async (computer: Computer, search: string) =>
  (await unwrap(computer.call['links.list']({ ...PAGE, ...ALL, search }))).rows.map(({ id }) => id);

async function syncedLink() {
  const computer = await newComputer();
  await computer.signIn(service);
  const product = await computer.product('Coaching hour');
  const link = await computer.link(product, '1');
  await computer.settled();
  return { computer, product, link };
}

describe('private notes', () => {
  it('are never in a request, whatever is sent about their record', async () => {
    const computer = await newComputer();
    await computer.signIn(service);
    await computer.workOffline(true);
    const product = await computer.product('Coaching hour');
    const link = await computer.link(product, '1');
    // Both creates still wait when the seller writes the notes.
    await noteProduct(computer, product, SECRET);
    await noteLink(computer, link, SECRET);
    await unwrap(computer.call['links.edit']({ id: link, draft: draft('2') }));
    await computer.workOffline(false);
    await computer.settled();
    const { id } = await unwrap(computer.call['links.replace']({ id: link, draft: draft('3') }));
    await computer.settled();
    await unwrap(computer.call['links.delete']({ ids: [id] }));
    await computer.settled();
    expect(service.changes.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'DELETE', 'DELETE']);
    const sent = service.requests.map(({ path, headers, raw }) => JSON.stringify({ path, headers, raw })).join('\n');
    expect(sent).toContain('Coaching hour');
    for (const word of ['Ada', 'late', '"note"']) expect(sent).not.toContain(word);
  });

  it('are imported from a file, survive edits, sending and restarts, and move to a replacement', async () => {
    const { computer, product, link } = await syncedLink();
    await computer.workOffline(true);
    const text = ['Product;Price;Notes', `Coaching hour;5;"${SECRET}"`, 'Coaching hour;6;'];
    await unwrap(computer.call['imports.read']({ name: 'orders.csv', bytes: null, text: text.join('\n') }));
    const draftId = computer.store.imports.draft()?.id ?? '';
    await until('the rows are checked', () => computer.store.imports.draft()?.checked === 2);
    await unwrap(computer.call['imports.create']({ id: draftId }));
    const [imported = ''] = await foundLinks(computer, 'Friend of Ada');
    await noteProduct(computer, product, 'Of the product');
    await unwrap(computer.call['links.edit']({ id: imported, draft: draft('3') }));
    await noteLink(computer, link, 'Of the old one');
    const { id: newer } = await unwrap(computer.call['links.replace']({ id: link, draft: draft('4') }));
    const similar = await computer.link(product, '1');
    await computer.stop();
    const again = await new Computer(computer.folder).start();
    const notes = () => Promise.all([imported, newer, link, similar].map((id) => noteOfLink(again, id)));
    expect(await notes()).toEqual([SECRET, 'Of the old one', 'Of the old one', '']);
    // A start does not restore a note that was changed since.
    await noteLink(again, newer, '');
    await again.stop();
    await again.start();
    expect(await notes()).toEqual([SECRET, '', 'Of the old one', '']);
    await again.signIn(service);
    await again.workOffline(false);
    await again.settled();
    expect(await notes()).toEqual([SECRET, '', undefined, '']);
    expect(await noteOfProduct(again, product)).toBe('Of the product');
    await again.stop();
  });

  it('are found by the list search until they are removed, and cannot be saved for a missing record', async () => {
    const { computer, product, link } = await syncedLink();
    await noteLink(computer, link, `${SECRET}\nSecond line`);
    await noteProduct(computer, product, 'Spring campaign');
    expect(await foundLinks(computer, 'second LINE')).toEqual([link]);
    expect(await foundLinks(computer, 'ada coaching')).toEqual([link]);
    const products = await unwrap(computer.call['products.list']({ ...PAGE, search: 'spring', isHidden: null }));
    expect(products.rows.map(({ id }) => id)).toEqual([product]);
    await noteLink(computer, link, '');
    expect(await foundLinks(computer, 'ada')).toEqual([]);
    expect(await computer.call['links.setNote']({ id: product, note: 'x' })).toMatchObject({ ok: false });
  });
});

it('the stand-in for Electron warns only about a store on the internet', async () => {
  const computer = await newComputer();
  await computer.signIn(service);
  expect(computer.app.frame().isUnsafe).toBe(false);
  computer.app.registry.change(computer.store.id, { serviceAddress: 'https://shop.example' });
  expect(computer.app.frame().isUnsafe).toBe(true);
});
