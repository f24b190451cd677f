// Imports over real sockets and a real disk: each good row is created once, even after a full disk or a kill.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { slow } from '../../tools/test/slow.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { importing, ordersCsv } from '../support/import-file.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

let service: RecordingService;
let computer: Computer;
beforeEach(async () => {
  ({ service, computer } = await startSignedIn());
  await computer.product('Logo design');
  await computer.settled();
});

const { draft, read, create, press, view, sent, rows, links } = importing(() => computer);

/** The orders of the links that the service was asked to create, sorted. */
const ordersMade = (): number[] =>
  service.changes
    .filter(({ path }) => path.endsWith('/payment-links'))
    .map(({ raw }) => Number((JSON.parse(raw) as { metadata: { order: string } }).metadata.order))
    .sort((a, b) => a - b);

/** The ids of the links that wait to be created, queued or staged. */
function linksWaiting(): string[] {
  const { queue, catalog } = computer.store;
  const queued = queue.all().filter(({ payload }) => payload.kind === 'link.create');
  return [...queued.map(({ subject }) => subject), ...[...catalog.staged.all()].flat().map(({ linkId }) => linkId)];
}

function ordersWaiting(): number[] {
  const orders = new Map(links().map(({ id, metadata }) => [id, Number(metadata[0]?.value)]));
  return linksWaiting()
    .map((id) => orders.get(id) ?? Number.NaN)
    .sort((a, b) => a - b);
}

const oneTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

async function result(id: string) {
  computer.answers.save = join(computer.folder, 'result.csv');
  const saved = await unwrap(computer.call['imports.save']({ id, which: 'result' }));
  const raw = (await readFile(computer.answers.save, 'utf8')).replace(/^\uFEFF/, '');
  const { data } = Papa.parse<Record<string, string>>(raw, { header: true, skipEmptyLines: true });
  return { saved, data };
}

it('creates each good row once, explains the bad ones by line and column, and returns the complete result', async () => {
  const { id: file, counts } = await read(Buffer.from(`\uFEFF${ordersCsv(200, 40)}`));
  expect(counts).toMatchObject({ all: 200, kinds: { new: { rows: 195 }, bad: { rows: 5 } }, chosen: 195 });
  const bad = await rows(null, 'problems');
  expect(bad.map(({ line }) => line)).toEqual([41, 81, 121, 161, 201]);
  expect(bad[0]?.errors).toMatchObject([{ column: 'Price' }]);
  const id = await create(file);
  expect(await view(id)).toMatchObject({ rows: 200, chosen: 195, bad: 5 });
  await sent(id, 195);
  expect(ordersMade()).toEqual(oneTo(200).filter((row) => row % 40 !== 0));
  const { saved, data } = await result(id);
  expect(saved).toEqual({ file: 'result.csv', rows: 200 });
  expect(data.map((row) => Number(row.Line))).toEqual(oneTo(200).map((row) => row + 1));
  expect(new Set(data.map((row) => row['Checkout URL'])).size).toBe(196);
  expect(data[39]).toMatchObject({ Price: 'ten', State: 'Error', 'Checkout URL': '', uuid: '' });
  expect(data[0]).toMatchObject({ Price: '1.50', State: 'Synced', Error: '', 'metadata: order': '1' });
});

it('runs once, however often it is requested', async () => {
  const { id: file } = await read(ordersCsv(100));
  const answers = await Promise.all([1, 2, 3].map(() => press(file)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await press(file)).toMatchObject({ ok: false, problem: { code: 'not-found' } });
  await sent(file, 100);
  expect(ordersMade()).toEqual(oneTo(100));
});

it('survives a restart, recognizes its rows in the same file, and leaves its links when it is removed', async () => {
  await read(ordersCsv(3));
  const id = await create();
  await computer.settled();
  await computer.restart(service);
  expect(await view(id)).toMatchObject({ name: 'orders.csv', rows: 3, chosen: 3, sent: 3 });
  const again = await read(ordersCsv(3), 'the-same.csv');
  expect(again.counts).toMatchObject({ kinds: { existing: { rows: 3 } }, chosen: 0 });
  await unwrap(computer.call['imports.remove']({ id }));
  expect(await computer.store.imports.list()).toEqual([]);
  expect(links()).toHaveLength(3);
  expect(ordersMade()).toEqual([1, 2, 3]);
});

describe('an import that ends in the middle', () => {
  /** Fails like a full disk after the first 700 calls. */
  const refusing = <Args extends unknown[]>(act: (...args: Args) => void) => {
    let calls = 0;
    return (...args: Args): void => {
      calls += 1;
      if (calls > 700) throw new StorageError('The catalog: the disk is full', new Error('full'));
      act(...args);
    };
  };

  it('because the disk refuses some of its rows is refused, and can be read again', async () => {
    const { imports } = computer.store.catalog;
    const full = vi.spyOn(imports, 'addRow').mockImplementation(refusing(imports.addRow.bind(imports)));
    await expect(read(ordersCsv(1_500))).rejects.toThrow('the disk is full');
    full.mockRestore();
    expect((await read(ordersCsv(1_500))).counts).toMatchObject({ all: 1_500, chosen: 1_500 });
  });

  it('because the disk refuses some of its links creates none of them, and all at the next attempt', async () => {
    await computer.workOffline(true);
    const { id: file } = await read(ordersCsv(1_500));
    const { staged } = computer.store.catalog;
    const full = vi.spyOn(staged, 'stage').mockImplementation(refusing(staged.stage.bind(staged)));
    await expect(press(file)).rejects.toThrow('the disk is full');
    expect([links().length, linksWaiting().length, await computer.store.imports.list()]).toEqual([0, 0, []]);
    full.mockRestore();
    const id = await create(file);
    expect(await view(id)).toMatchObject({ chosen: 1_500, waiting: 1_500 });
    expect(ordersWaiting()).toEqual(oneTo(1_500));
  });

  it('because the app closes is accepted completely before the app ends', async () => {
    await computer.workOffline(true);
    await read(ordersCsv(1_500));
    const pressed = press(draft().id);
    await until('some are stored', () => links().length > 0);
    await computer.restart();
    await pressed;
    expect(await computer.store.imports.list()).toMatchObject([{ chosen: 1_500, waiting: 1_500 }]);
    expect(ordersWaiting()).toEqual(oneTo(1_500));
  });

  it(
    'because of a kill has created none of its rows, and creates each once when the file is read again',
    async () => {
      await computer.workOffline(true);
      await computer.stop();
      const child = fork(
        join(import.meta.dirname, '../support/import-app.ts'),
        [computer.folder, service.url, '1500'],
        {
          cwd: join(import.meta.dirname, '../..'),
          execArgv: ['--import', 'tsx'],
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        },
      );
      child.on('message', ({ kind }: { kind: string }) => kind === 'creating' && child.kill('SIGKILL'));
      await once(child, 'exit');
      await computer.start();
      await computer.store.ready;
      await until('what was not accepted is gone', () => links().length === 0);
      expect([linksWaiting(), await computer.store.imports.list()]).toEqual([[], []]);
      const { counts } = await read(ordersCsv(1_500));
      expect(counts).toMatchObject({ chosen: 1_500, kinds: { existing: { rows: 0 } } });
      await create();
      expect(ordersWaiting()).toEqual(oneTo(1_500));
    },
    slow(90_000),
  );
});
