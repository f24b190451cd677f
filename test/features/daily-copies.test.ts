// Daily copies of a store: when they are made, and which ones are kept.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import type { RecordingService } from '../support/recording-service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = new Date(2026, 10, 1, 12).getTime();

let service: RecordingService;
let computer: Computer;
let now: number;
beforeEach(async () => {
  now = START;
  ({ service, computer } = await startSignedIn((one) => {
    one.now = () => now;
  }));
});

const folder = () => join(computer.dataFolder, 'backups', computer.store.id);
const names = () => (existsSync(folder()) ? readdirSync(folder()).sort() : []);
const makeDue = () => computer.app.backups.copies.makeDue();
const list = () => unwrap(computer.call['backup.rolling']());
const holdsOf = async (name: string) => {
  const chosen = await unwrap(computer.call['backup.choose']({ rolling: name }));
  return (await unwrap(computer.call['backup.preview']({ id: chosen?.id ?? '', passphrase: null }))).holds;
};

async function withLinks(count: number): Promise<{ product: string; links: string[] }> {
  const product = await computer.product('Coaching hour');
  const links: string[] = [];
  for (let order = 1; order <= count; order += 1) links.push(await computer.link(product, String(order)));
  await computer.settled();
  return { product, links };
}

it('makes no copy without a product, then one a day without secrets, and keeps the last seven', async () => {
  await makeDue();
  expect(names()).toEqual([]);
  await withLinks(1);
  for (let day = 0; day < 9; day += 1) {
    now = START + day * DAY;
    await makeDue();
    await makeDue();
  }
  expect((await list()).map(({ at }) => at)).toEqual([8, 7, 6, 5, 4, 3, 2].map((day) => START + day * DAY));
  for (const name of names()) expect(readFileSync(join(folder(), name)).includes(service.token)).toBe(false);
  expect((await holdsOf(names()[0] ?? '')).links).toBe(1);
  expect(await computer.call['backup.choose']({ rolling: '../stores.json' })).toMatchObject({ ok: false });
});

it('replaces today’s copy after an import and about fifty changes, at most every ten minutes', async () => {
  const { product } = await withLinks(1);
  await makeDue();
  const more = async (count: number) => {
    for (let order = 0; order < count; order += 1) await computer.link(product, `more ${order}`);
    await computer.settled();
  };
  const copied = async () => (await holdsOf(names()[0] ?? '')).links;
  await more(30);
  now += 20 * MINUTE;
  await makeDue();
  expect(await copied()).toBe(1);
  await more(30);
  await makeDue();
  expect(await copied()).toBe(61);
  await more(60);
  now += 9 * MINUTE;
  await makeDue();
  expect([names().length, await copied()]).toEqual([1, 61]);
  now += MINUTE;
  await makeDue();
  const { catalog } = computer.store;
  const file = { name: 'a.csv', header: [], choices: {} as never, rows: 1, bad: 0, chosen: 1 };
  catalog.imports.put({ ...file, id: catalog.newRecord().id, createdAt: now + 1 });
  await more(1);
  now += 10 * MINUTE;
  await makeDue();
  expect(await copied()).toBe(122);
});

it('copies a store when it closes, if it has changed', async () => {
  const { product } = await withLinks(1);
  await makeDue();
  await computer.link(product, 'last');
  await computer.settled();
  now += MINUTE;
  await computer.stop();
  await computer.start();
  const [name = ''] = names();
  expect((await holdsOf(name)).links).toBe(2);
  const previous = names();
  now += MINUTE;
  // Facts, such as a pause or the position in a team's stream, cause no copy.
  computer.store.catalog.fact('a place', 0).save(1);
  await computer.app.backups.copies.makeLast(computer.store);
  expect(names()).toEqual(previous);
  expect(previous).toHaveLength(1);
});

it('keeps the previous copy if the new one has less than half of its links', async () => {
  const { links } = await withLinks(3);
  await makeDue();
  await unwrap(computer.call['links.delete']({ ids: links.slice(1) }));
  await computer.settled();
  now += MINUTE;
  await computer.app.backups.copies.makeLast(computer.store);
  now += MINUTE;
  await computer.link(await computer.product('Logo'), 'x');
  await computer.app.backups.copies.makeLast(computer.store);
  expect(names()).toHaveLength(2);
  expect((await holdsOf(names()[0] ?? '')).links).toBe(3);
});

it('treats copies dated in the future as the oldest, and removes leftovers of a killed app', async () => {
  await withLinks(1);
  mkdirSync(folder(), { recursive: true });
  writeFileSync(join(folder(), '2099-01-01T00-00-00.000Z.storefront-backup'), 'made while the clock was wrong');
  writeFileSync(join(folder(), '.cut-short.tmp'), 'x');
  for (let day = 0; day < 7; day += 1) {
    now = START + day * DAY;
    await makeDue();
  }
  expect((await list()).map(({ at }) => at)).toEqual([6, 5, 4, 3, 2, 1, 0].map((day) => START + day * DAY));
  expect(names()).toHaveLength(7);
});

it('loses no day if the clock was ahead over midnight', async () => {
  await withLinks(1);
  for (now = START; now < START + 7 * DAY; now += DAY) await makeDue();
  now = START + 6.52 * DAY;
  await makeDue();
  for (now = START + 6.4 * DAY; now < START + 6.405 * DAY; now += MINUTE) await makeDue();
  expect((await list()).map(({ at }) => Math.floor((at - START) / DAY))).toEqual([6, 6, 5, 4, 3, 2, 1]);
});

it('reports only once a day that no copy could be written', async () => {
  await withLinks(1);
  writeFileSync(join(computer.dataFolder, 'backups'), 'a file where the folder should be');
  for (const reports of [1, 0, 1]) {
    await makeDue();
    const { notices } = computer.app.frame();
    expect(notices).toHaveLength(reports);
    for (const { id } of notices) await unwrap(computer.call['frame.dismissNotice']({ id }));
    if (reports === 0) now += DAY;
  }
});
