// Automatic backups: one a day, the last seven are kept.
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type Computer, unwrap } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import type { RecordingService } from '../support/recording-service.ts';

let service: RecordingService;
let computer: Computer;
beforeEach(async () => {
  const computers = await startComputers();
  service = computers.service;
  computer = await computers.newComputer();
});

const folderOf = () => join(computer.dataFolder, 'backups');
const named = (day: string | number) => `day-2026-11-${String(day).padStart(2, '0')}.storefront-backup`;
const dayNames = () =>
  readdirSync(folderOf())
    .filter((name) => !name.includes('.ahead.'))
    .sort();
const noonOf = (day: number) => new Date(2026, 10, day, 12).getTime();
const makeToday = () => computer.app.backups.rolling.makeToday();
const previewOf = async (name: string) => {
  const chosen = await unwrap(computer.call['backup.choose']({ rolling: name }));
  return unwrap(computer.call['backup.preview']({ id: chosen?.id ?? '', passphrase: null }));
};

async function withProduct(): Promise<void> {
  await computer.signIn(service);
  await computer.product('Coaching hour');
  await computer.settled();
}

it('makes one a day without secrets and keeps the last seven, beside backups dated in the future', async () => {
  await makeToday();
  expect(await unwrap(computer.call['backup.rolling']())).toEqual([]);
  await withProduct();
  mkdirSync(folderOf(), { recursive: true });
  for (let day = 1; day <= 30; day += 1) {
    const name = `day-2099-01-${String(day).padStart(2, '0')}.storefront-backup`;
    writeFileSync(join(folderOf(), name), 'made while the clock was wrong');
  }
  for (let day = 1; day <= 9; day += 1) {
    computer.now = () => noonOf(day);
    await makeToday();
    await makeToday();
    expect(dayNames()).toContain(named(day));
  }
  expect(dayNames()).toEqual([3, 4, 5, 6, 7, 8, 9].map(named));
  for (const name of dayNames()) {
    expect(readFileSync(join(folderOf(), name)).includes(service.token)).toBe(false);
  }
  const ahead = readdirSync(folderOf()).filter((name) => name.includes('2099'));
  expect(ahead).toEqual([24, 25, 26, 27, 28, 29, 30].map((day) => expect.stringContaining(`2099-01-${day}`)));
  expect(await unwrap(computer.call['backup.rolling']())).toHaveLength(14);
  expect(computer.app.frame.value().notices).toEqual([]);
  expect((await previewOf(named(3))).stores[0]).toMatchObject({ known: true, products: { same: 1 } });
  expect(await computer.call['backup.choose']({ rolling: '../stores.json' })).toMatchObject({ ok: false });
});

it('makes a backup of today after the clock was set back, and keeps the earlier one of that date', async () => {
  await withProduct();
  for (const day of [3, 4, 5]) {
    computer.now = () => noonOf(day);
    await makeToday();
  }
  const before = readFileSync(join(folderOf(), named(3)));
  computer.now = () => noonOf(3) + 3_600_000;
  await computer.product('Made after the clock was set back');
  await computer.settled();
  await makeToday();
  await makeToday();
  expect(dayNames()).toEqual([named(3)]);
  expect((await previewOf(named(3))).holds.products).toBe(2);
  const [first = ''] = readdirSync(folderOf()).filter((name) => name.includes('.ahead.'));
  expect(readFileSync(join(folderOf(), first)).equals(before)).toBe(true);
  expect(readdirSync(folderOf())).toHaveLength(4);
});

/** Makes a file look as if it was written so many seconds ago. */
function age(path: string, seconds: number): void {
  const at = Date.now() / 1_000 - seconds;
  utimesSync(path, at, at);
}

it('makes that of today again once it is half an hour old, if something has changed since', async () => {
  await withProduct();
  await makeToday();
  const [name = ''] = dayNames();
  const path = join(folderOf(), name);
  const held = async () => (await previewOf(name)).holds.products;
  await computer.product('Logo design');
  await computer.settled();
  await makeToday();
  expect(await held()).toBe(1);
  age(path, 30 * 60);
  await makeToday();
  expect(await held()).toBe(2);
  expect(dayNames()).toEqual([name]);

  // Nothing has changed since.
  for (const file of ['catalog.db', 'catalog.db-wal']) age(join(computer.store.deps.folder, file), 50 * 60);
  age(path, 40 * 60);
  const { mtimeMs } = statSync(path);
  await makeToday();
  expect(statSync(path).mtimeMs).toBe(mtimeMs);
});

it('reports once a day if it could not be written', async () => {
  await withProduct();
  writeFileSync(folderOf(), 'a file where the folder should be');
  await makeToday();
  await makeToday();
  expect(computer.app.frame.value().notices).toHaveLength(1);
});
