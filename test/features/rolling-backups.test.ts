// Automatic backups: one a day, the last seven are kept.
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { RollingBackups } from '../../src/main/backup/rolling-backups.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import { temporaryFolder } from '../support/folder.ts';
import type { RecordingService } from '../support/recording-service.ts';

const DAY = 24 * 60 * 60_000;
let service: RecordingService;
let computer: Computer;
beforeEach(async () => {
  const computers = await startComputers();
  service = computers.service;
  computer = await computers.newComputer();
});

it('makes one a day, keeps the last seven, and restores one of them', async () => {
  const { rolling } = computer.app.backups;
  const list = () => unwrap(computer.call['backup.rolling']());
  await rolling.makeToday();
  expect(await list()).toEqual([]);
  await computer.signIn(service);
  const id = await computer.product('Coaching hour');
  await computer.settled();
  const start = Date.UTC(2026, 10, 1, 12);
  for (let day = 0; day < 9; day += 1) {
    computer.now = () => start + day * DAY;
    await rolling.makeToday();
    await rolling.makeToday();
  }
  const names = (await list()).map(({ name }) => name).sort();
  expect(names).toHaveLength(7);
  expect(names[0]).toBe('day-2026-11-03.storefront-backup');
  for (const name of names) {
    expect(readFileSync(join(computer.dataFolder, 'backups', name)).includes(service.token)).toBe(false);
  }
  const chosen = await unwrap(computer.call['backup.choose']({ rolling: names[0] ?? '' }));
  const preview = await unwrap(computer.call['backup.preview']({ id: chosen?.id ?? '', passphrase: null }));
  expect(preview.stores[0]).toMatchObject({ known: true, products: { same: 1 } });
  expect(await unwrap(computer.call['products.get']({ id }))).not.toBeNull();
  await expect(unwrap(computer.call['backup.choose']({ rolling: '../stores.json' }))).rejects.toThrow(
    'no longer exists',
  );
});

const folderOf = () => join(computer.dataFolder, 'backups');
const dayNames = () =>
  readdirSync(folderOf())
    .filter((name) => !name.includes('.ahead.'))
    .sort();
const named = (day: string) => `day-${day}.storefront-backup`;

async function withProduct(): Promise<void> {
  await computer.signIn(service);
  await computer.product('Coaching hour');
  await computer.settled();
}

it('keeps the backup of today and the seven before it beside backups dated in the future', async () => {
  await withProduct();
  mkdirSync(folderOf(), { recursive: true });
  const ahead = Array.from({ length: 30 }, (_, index) => named(`2099-01-${String(index + 1).padStart(2, '0')}`));
  for (const name of ahead) writeFileSync(join(folderOf(), name), 'made while the clock was wrong');
  for (let day = 0; day < 9; day += 1) {
    computer.now = () => new Date(2026, 10, 1 + day, 12).getTime();
    await computer.app.backups.rolling.makeToday();
    expect(dayNames()).toContain(named(`2026-11-0${day + 1}`));
  }
  expect(dayNames()).toEqual([3, 4, 5, 6, 7, 8, 9].map((day) => named(`2026-11-0${day}`)));
  const kept = readdirSync(folderOf()).filter((name) => name.includes('2099'));
  expect(kept).toEqual([24, 25, 26, 27, 28, 29, 30].map((day) => expect.stringContaining(`2099-01-${day}`)));
  expect(await unwrap(computer.call['backup.rolling']())).toHaveLength(14);
  expect(computer.app.frame.value().notices).toEqual([]);
});

it('makes a backup of today after the clock was set back, and keeps the earlier one of that date', async () => {
  await withProduct();
  const { rolling } = computer.app.backups;
  for (const day of [3, 4, 5]) {
    computer.now = () => new Date(2026, 10, day, 12).getTime();
    await rolling.makeToday();
  }
  const before = readFileSync(join(folderOf(), named('2026-11-03')));
  computer.now = () => new Date(2026, 10, 3, 13).getTime();
  await computer.product('Made after the clock was set back');
  await computer.settled();
  await rolling.makeToday();
  await rolling.makeToday();
  expect(dayNames()).toEqual([named('2026-11-03')]);
  const chosen = await unwrap(computer.call['backup.choose']({ rolling: named('2026-11-03') }));
  const { holds } = await unwrap(computer.call['backup.preview']({ id: chosen?.id ?? '', passphrase: null }));
  expect(holds.products).toBe(2);
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
  const { rolling } = computer.app.backups;
  computer.now = Date.now;
  await rolling.makeToday();
  const [name = ''] = dayNames();
  const path = join(folderOf(), name);
  const held = async () => {
    const chosen = await unwrap(computer.call['backup.choose']({ rolling: name }));
    return (await unwrap(computer.call['backup.preview']({ id: chosen?.id ?? '', passphrase: null }))).holds.products;
  };
  await computer.product('Logo design');
  await computer.settled();
  await rolling.makeToday();
  expect(await held()).toBe(1);
  age(path, 30 * 60);
  await rolling.makeToday();
  expect(await held()).toBe(2);
  expect(dayNames()).toEqual([name]);

  // Nothing has changed since.
  for (const file of ['catalog.db', 'catalog.db-wal']) age(join(computer.store.deps.folder, file), 50 * 60);
  age(path, 40 * 60);
  const { mtimeMs } = statSync(path);
  await rolling.makeToday();
  expect(statSync(path).mtimeMs).toBe(mtimeMs);
});

it('reports once a day if it could not be written', async () => {
  await computer.signIn(service);
  await computer.product('Coaching hour');
  await computer.settled();
  writeFileSync(join(computer.dataFolder, 'backups'), 'a file where the folder should be');
  await computer.app.backups.rolling.makeToday();
  await computer.app.backups.rolling.makeToday();
  expect(computer.app.frame.value().notices.map(({ title }) => title)).toEqual(["Today's backup was not created"]);
});

it('makes the first one soon after there is anything to back up', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let hasData = false;
  const write = vi.fn(() => Promise.resolve());
  const host = { dataFolder: temporaryFolder(), version: '1', now: Date.now, hasData: () => hasData };
  const changedAt = async () => 0;
  const rolling = new RollingBackups({ ...host, changedAt, write, failed: expect.fail });
  rolling.start();
  await vi.advanceTimersByTimeAsync(30_000);
  hasData = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(write).toHaveBeenCalledOnce());
  rolling.stop();
  // The folder is removed only after it is done.
  await rolling.makeToday();
});
