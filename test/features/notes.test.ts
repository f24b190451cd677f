// Private notes: local, searchable, in backups and exports, and never sent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { beforeEach, expect, it } from 'vitest';
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
  unwrap(computer.call['products.setNote']({ id, note }));
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

it('are never in a request, whatever is sent about their record', async () => {
  const computer = await newComputer();
  await computer.signIn(service);
  await computer.workOffline(true);
  const product = await computer.product('Coaching hour');
  const link = await computer.link(product, '1');
  // While both still wait.
  await noteProduct(computer, product, SECRET);
  await noteLink(computer, link, SECRET);
  await unwrap(computer.call['links.edit']({ id: link, draft: draft('2') }));
  await computer.workOffline(false);
  await computer.settled();
  const { id } = await unwrap(computer.call['links.replace']({ id: link, draft: draft('3') }));
  await computer.settled();
  await unwrap(computer.call['links.delete']({ id }));
  await computer.settled();
  expect(service.changes.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'DELETE', 'DELETE']);
  const sent = service.requests.map(({ path, headers, raw }) => JSON.stringify({ path, headers, raw })).join('\n');
  expect(sent).toContain('Coaching hour');
  for (const word of ['Ada', 'late', '"note"']) expect(sent).not.toContain(word);
});

it('come with the rows of a file, and stay with their links while these wait, through a restart, and when they are sent', async () => {
  const { computer } = await syncedLink();
  await computer.workOffline(true);
  const text = ['Product;Price;Notes;Internal note', `Coaching hour;5;"${SECRET}";x`, 'Coaching hour;6;;x'];
  await unwrap(computer.call['imports.read']({ name: 'orders.csv', bytes: null, text: text.join('\n') }));
  const opened = computer.store.imports.draft();
  expect(opened?.choices.roles.map(({ kind }) => kind)).toEqual(['product', 'price', 'note', 'ignore']);
  await until('the rows are checked', () => computer.store.imports.draft()?.checked === 2);
  const { id } = await unwrap(computer.call['imports.create']({ id: opened?.id ?? '' }));
  await until('it has ended', () => computer.store.imports.get(id)?.running === false);
  const { rows } = await computer.store.imports.page(id, 'all', 0, 10);
  expect(rows.map(({ note }) => note)).toEqual([SECRET, '']);
  const [noted] = await foundLinks(computer, 'Friend of Ada');
  expect(noted).toBe(rows[0]?.linkId);
  await unwrap(computer.call['links.edit']({ id: noted ?? '', draft: draft('7') }));

  await computer.stop();
  const again = await new Computer(computer.folder).start();
  expect(await noteOfLink(again, noted ?? '')).toBe(SECRET);
  await again.signIn(service);
  await again.workOffline(false);
  await again.settled();
  expect(await noteOfLink(again, noted ?? '')).toBe(SECRET);
  const sent = service.requests.map(({ raw }) => raw).join('\n');
  for (const word of ['Ada', 'late', '"note"']) expect(sent).not.toContain(word);
});

it('stay with a link through edits, sending and a restart, and move to its replacement', async () => {
  const { computer, product, link } = await syncedLink();
  await computer.workOffline(true);
  const waits = await computer.link(product, '2');
  await noteLink(computer, waits, SECRET);
  await noteProduct(computer, product, 'Of the product');
  await unwrap(computer.call['links.edit']({ id: waits, draft: draft('3') }));
  await noteLink(computer, link, 'Of the old one');
  const { id: newer } = await unwrap(computer.call['links.replace']({ id: link, draft: draft('4') }));
  const similar = await computer.link(product, '1');
  await computer.stop();
  const again = await new Computer(computer.folder).start();
  const notes = () => Promise.all([waits, newer, link, similar].map((id) => noteOfLink(again, id)));
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
  const products = await unwrap(computer.call['products.list']({ ...PAGE, search: 'spring', state: null }));
  expect(products.rows.map(({ id }) => id)).toEqual([product]);
  await noteLink(computer, link, '');
  expect(await foundLinks(computer, 'ada')).toEqual([]);
  expect(await computer.call['links.setNote']({ id: product, note: 'x' })).toMatchObject({ ok: false });
});

it('are in an export only if a link has one', async () => {
  const { computer, product, link } = await syncedLink();
  await computer.link(product, '2');
  await computer.settled();
  const path = join(computer.folder, 'links.csv');
  computer.answers.save = path;
  const exported = async () => {
    await unwrap(computer.call['links.exportCsv']({ ...ALL, ids: null }));
    return Papa.parse<Record<string, string>>(readFileSync(path, 'utf8').slice(1), { header: true }).data.slice(0, -1);
  };
  expect((await exported())[0]).not.toHaveProperty('Private note');
  await noteLink(computer, link, '=Friend\nof Ada');
  expect((await exported()).map((row) => row['Private note'])).toEqual(['', "'=Friend\nof Ada"]);
});

it('are restored from a backup, listed as differences, and identical the second time', async () => {
  const { computer, product, link } = await syncedLink();
  await noteLink(computer, link, 'Of the backup');
  await noteProduct(computer, product, 'Of the product');
  const path = await computer.export();
  const other = await newComputer();
  await other.restore(path);
  expect(await noteOfLink(other, link)).toBe('Of the backup');
  expect(await noteOfProduct(other, product)).toBe('Of the product');

  await noteLink(other, link, 'Changed here');
  const { preview } = await other.preview(path);
  expect(preview.stores[0]?.links).toMatchObject({ differs: 1 });
  const [difference] = preview.stores[0]?.differences ?? [];
  expect(difference?.here).toContain('note “Changed here”');
  expect(difference?.backup).toContain('note “Of the backup”');
  await other.restore(path);
  expect(await noteOfLink(other, link)).toBe('Changed here');
  await other.restore(path, { differing: 'take' });
  expect(await noteOfLink(other, link)).toBe('Of the backup');
  const { preview: last } = await other.preview(path);
  expect(last.stores[0]).toMatchObject({ links: { same: 1, differs: 0 }, products: { same: 1 }, differences: [] });
});
