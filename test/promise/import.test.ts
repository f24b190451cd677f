// Imports over real sockets and a real disk: each good row is created once, also after a cancel, a full disk, a kill.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { ColumnRole } from '../../src/shared/link-import.ts';
import { activeLinks, activeProducts } from '../support/catalog-rows.ts';
import { Computer, unwrap } from '../support/computer.ts';
import { ordersCsv } from '../support/import-file.ts';
import { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';
import { writes } from '../support/watched-writes.ts';

vi.mock('node:fs/promises', async (original) => (await import('../support/watched-writes.ts')).watchedWrites(original));

let service: RecordingService;
let computer: Computer;
beforeEach(async () => {
  writes.reset();
  service = new RecordingService();
  await service.start();
  computer = new Computer();
});
afterEach(async () => {
  writes.reset();
  await computer.remove();
  await service.stop();
});

/** The orders of the links requested from the service, in the order of the file. */
const ordersMade = (): number[] =>
  service.changes
    .filter(({ path }) => path.endsWith('/payment-links'))
    .map(({ raw }) => Number((JSON.parse(raw) as { metadata: { order: string } }).metadata.order))
    .sort((a, b) => a - b);

const NONE_LEFT_OUT = {
  ...{ existing: 0, existingChosen: 0, repeated: 0, repeatedChosen: 0 },
  ...{ repriced: 0, repricedChosen: 0 },
};

const oneTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

async function begin(): Promise<void> {
  await computer.start();
  await computer.signIn(service);
  await computer.product('Logo design');
  await computer.settled();
}

/** Reads a file and waits until its rows are checked. */
async function read(text: string | Buffer, name = 'orders.csv') {
  const given = typeof text === 'string' ? { bytes: null, text } : { bytes: text.toString('base64'), text: null };
  await unwrap(computer.call['imports.read']({ name, ...given }));
  await until('the rows are checked', () => {
    const draft = computer.store.imports.draft();
    return draft !== null && draft.checked === draft.counts.all;
  });
  const draft = computer.store.imports.draft();
  if (!draft) throw new Error('There is no file open');
  return draft;
}

const create = async (id: string): Promise<string> => (await unwrap(computer.call['imports.create']({ id }))).id;
const view = (id: string) => {
  const one = computer.store.imports.get(id);
  if (!one) throw new Error('The import is gone');
  return one;
};
const ended = (id: string) => until('the import has ended', () => !view(id).running);

async function result(id: string) {
  computer.answers.save = join(computer.folder, 'result.csv');
  const saved = await unwrap(computer.call['imports.saveResult']({ id }));
  const raw = await readFile(computer.answers.save, 'utf8');
  const { data } = Papa.parse<Record<string, string>>(raw.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  return { saved, raw, data };
}

it('finds a product by its title with other white space, unless several have it', async () => {
  await begin();
  const errorsOf = async (title: string) => {
    await read(`Product,Price\n${title},10\n`);
    return computer.store.imports.draft()?.counts.bad;
  };
  expect(await errorsOf('logo  \u00a0design')).toBe(0);
  expect(await errorsOf('lo  go design')).toBe(1);
  await computer.product('Logo  design');
  expect(await errorsOf('Logo  design')).toBe(0);
  expect(await errorsOf('logo   design')).toBe(1);
});

describe('an import of 1,000 rows with 1 % bad ones', () => {
  it('creates each good row once, explains the bad ones by line and column, and returns the complete result', async () => {
    await begin();
    const draft = await read(Buffer.from(`\uFEFF${ordersCsv(1_000, 100)}`));
    expect(draft.counts).toEqual({ all: 1_000, good: 990, bad: 10, chosen: 990, warned: 0, ...NONE_LEFT_OUT });
    const bad = await computer.store.imports.page(null, 'problems', 0, 100);
    expect(bad.total).toBe(10);
    expect(bad.rows.map(({ line }) => line)).toEqual(oneTo(10).map((at) => at * 100 + 1));
    expect(bad.rows[0]?.errors).toEqual([
      { column: 'Price', message: expect.stringContaining('“ten” is not an amount') },
    ]);
    const id = await create(draft.id);
    await ended(id);
    expect(view(id)).toMatchObject({ made: 990, chosen: 990, stopped: '' });
    const [first] = (await computer.store.imports.page(id, 'problems', 0, 1)).rows;
    expect(first).toMatchObject({
      productTitle: 'Logo design',
      read: { price: 'ten', metadata: [{ key: 'order', value: '100' }] },
    });
    await until('all have an address', () => view(id).synced === 990);
    expect(ordersMade()).toEqual(oneTo(1_000).filter((row) => row % 100 !== 0));
    const { saved, data } = await result(id);
    expect(saved).toEqual({ file: 'result.csv', rows: 1_000, withoutAddress: 0 });
    expect(data.map((row) => Number(row.Line))).toEqual(oneTo(1_000).map((row) => row + 1));
    expect(new Set(data.map((row) => row['Checkout URL'])).size).toBe(991);
    expect(data[99]).toMatchObject({ Price: 'ten', State: 'Error', 'Checkout URL': '', uuid: '' });
    expect(data[0]).toMatchObject({ Price: '1.50', State: 'Synced', Error: '', 'metadata: order': '1' });
  });
});

describe('an import', () => {
  it('stays sent when its links are replaced or deleted, and has the address of the new link', async () => {
    await begin();
    const id = await create((await read(`${ordersCsv(4)}Logo design,ten,no,5\n`)).id);
    await until('all have an address', () => view(id).synced === 4);
    const rows = async () => (await computer.store.imports.page(id, 'all', 0, 9)).rows;
    const [first, second, third] = (await rows()).map(({ linkId }) => linkId ?? '');
    const replace = async (ids: string[], priceCents: number) => {
      const prices = [{ currencyId: 2, priceCents, discountCents: null }];
      const rules = { addMissing: false, keepOthers: true, keepDiscounts: true };
      const { ids: newIds } = await unwrap(computer.call['links.replaceMany']({ ids, prices, rules }));
      await computer.settled();
      return newIds;
    };
    const [replaced = ''] = await replace([first ?? '', second ?? ''], 9_900);
    const [latest] = await replace([replaced], 9_800);
    await unwrap(computer.call['links.delete']({ id: third ?? '' }));
    await computer.settled();

    expect(view(id)).toMatchObject({
      chosen: 4,
      synced: 1,
      replaced: 2,
      deleted: 1,
      unsent: 0,
      waiting: 0,
      attention: 0,
    });
    const now = await rows();
    expect(now.map(({ state }) => state)).toEqual(['replaced', 'replaced', 'deleted', 'synced', 'bad']);
    const address = activeLinks(computer.store).find((link) => link.id === latest)?.paymentLink;
    expect(now.filter(({ linkId, checkoutUrl }) => linkId === latest && checkoutUrl === address)).toHaveLength(1);
    expect((await computer.store.imports.page(id, 'problems', 0, 9)).rows.map(({ state }) => state)).toEqual(['bad']);
    const { data } = await result(id);
    expect(data.map(({ State }) => State)).toEqual(['Replaced', 'Replaced', 'Deleted', 'Synced', 'Error']);
    expect(data.map((row) => row['Checkout URL'])).toContain(address);
  });

  it('has a problem where a link was deleted before it was sent', async () => {
    await begin();
    await computer.workOffline(true);
    const id = await create((await read(ordersCsv(2))).id);
    await ended(id);
    const [row] = (await computer.store.imports.page(id, 'all', 0, 1)).rows;
    await unwrap(computer.call['links.delete']({ id: row?.linkId ?? '' }));
    await until('it is deleted', () => view(id).unsent === 1);
    expect(view(id)).toMatchObject({ deleted: 0, waiting: 1 });
    expect((await computer.store.imports.page(id, 'problems', 0, 9)).rows.map(({ state }) => state)).toEqual([
      'deleted',
    ]);
  });

  it('is recognised later, survives a restart, and keeps its links when it is removed', async () => {
    await begin();
    const id = await create((await read(ordersCsv(3))).id);
    await ended(id);
    await computer.settled();
    await computer.stop();
    await computer.start();
    await computer.store.ready;
    await computer.signIn(service);
    expect(view(id)).toMatchObject({ name: 'orders.csv', rows: 3, made: 3, synced: 3, running: false });
    const again = await read(ordersCsv(3), 'the-same.csv');
    expect(again.before).toEqual([expect.objectContaining({ id, name: 'orders.csv', made: 3 })]);
    await unwrap(computer.call['imports.remove']({ id }));
    expect(computer.store.imports.list()).toEqual([]);
    expect(activeLinks(computer.store)).toHaveLength(3);
    await until('its rows are gone', () => computer.store.catalog.imports.withoutRecord().length === 0);
    expect(ordersMade()).toEqual([1, 2, 3]);
  });

  it('reads columns as it did the last time', async () => {
    await begin();
    const file = 'What,How much,Who\nLogo design,5,Ann\n';
    const draft = await read(file);
    expect(draft.problems).not.toEqual([]);
    const roles = [
      { kind: 'product' as const },
      { kind: 'price' as const, currencyId: null },
      { kind: 'metadata' as const, key: 'customer' },
    ];
    await unwrap(computer.call['imports.change']({ id: draft.id, change: { roles } }));
    await until('it is checked', () => computer.store.imports.draft()?.counts.chosen === 1);
    await ended(await create(draft.id));
    const other = await read('Who,What,How much\nBea,Logo design,7\n');
    expect(other.choices.roles).toEqual([roles[2], roles[0], roles[1]]);
    expect(other.counts.good).toBe(1);
  });

  it('asks about a column that looks like money until it is skipped, then never again for these columns', async () => {
    await begin();
    const file = 'Product,Price,Net\nLogo design,5,4.20\n';
    const draft = await read(file);
    expect(draft.columns.map(({ looksLike }) => looksLike)).toEqual([null, 'price', 'price']);
    expect(draft.problems).toEqual([expect.stringContaining('The column "Net" looks like a price and is not used.')]);
    expect((await computer.call['imports.create']({ id: draft.id })).ok).toBe(false);
    const roles = [...draft.choices.roles.slice(0, 2), { kind: 'ignore', leftOut: true } as const];
    await unwrap(computer.call['imports.change']({ id: draft.id, change: { roles } }));
    await until('it is checked', () => computer.store.imports.draft()?.counts.chosen === 1);
    await ended(await create(draft.id));
    await computer.stop();
    await computer.start();
    await computer.store.ready;
    const again = await read('Price,Net,Product\n6,5.10,Logo design\n');
    expect(again.problems).toEqual([]);
    expect(again.choices.roles[1]).toEqual({ kind: 'ignore', leftOut: true });
  });

  it('recognises columns in any case, and says so only if it knows each of them', async () => {
    await begin();
    const metadata = { kind: 'metadata' as const, key: 'Kampagne' };
    const importWith = async (text: string, last: ColumnRole) => {
      const draft = await read(text);
      const roles = [...draft.choices.roles.slice(0, -1), last];
      await unwrap(computer.call['imports.change']({ id: draft.id, change: { roles } }));
      await until('it is checked', () => computer.store.imports.draft()?.counts.chosen === 1);
      await ended(await create(draft.id));
    };
    const says = (draft: { readonly notes: readonly string[] }) =>
      draft.notes.includes('Columns set as in your last import.');
    await importWith('Product\tPrice\tKampagne\nLogo design\t5\tMay\n', metadata);
    const again = await read('product\tprice\tkampagne\nLogo design\t7\tJune\n');
    expect(says(again)).toBe(true);
    const { rows } = await computer.store.imports.page(null, 'all', 0, 1);
    expect(rows[0]?.metadata).toEqual([{ key: 'Kampagne', value: 'June' }]);
    await importWith('Product,Price,wer,Wer\nLogo design,5,a,b\n', metadata);
    expect(says(await read('Product,Price,Wer,wer\nLogo design,5,a,b\n'))).toBe(true);
    expect(says(await read('Product,Price,WER,WeR\nLogo design,5,a,b\n'))).toBe(false);
  });

  it('reads a price without a currency like the others of its file, not like those of an earlier one', async () => {
    await begin();
    const settings = computer.app.settings.value;
    const currencies = [...settings.currencies, { id: 5, name: 'EUR' }];
    await unwrap(computer.call['settings.update']({ ...settings, currencies }));
    const mixed = await read('Produkt;Preis\nLogo design;1.500\nLogo design;80,00 €\n');
    expect(mixed.choices.currencyId).toBe(5);
    await ended(await create(mixed.id));
    const bare = await read('Produkt;Preis\nLogo design;17,50\n');
    expect(bare.choices.currencyId).toBe(2);
    await unwrap(computer.call['imports.change']({ id: bare.id, change: { currencyId: 5 } }));
    await until('it is checked', () => computer.store.imports.draft()?.counts.chosen === 1);
    await ended(await create(bare.id));
    expect((await read('Produkt;Preis\nLogo design;18,50\n')).choices.currencyId).toBe(5);
  });

  it('of a single row works, whatever its product’s name, and its result is a CSV file', async () => {
    await begin();
    await computer.product('Service');
    const guessed = await read('Service\t10');
    expect(guessed.counts.all).toBe(1);
    expect(guessed.notes[0]).toContain('that is not certain');
    const names = await read('Service\tTotal');
    expect(names.counts.all).toBe(0);
    expect(names.notes[0]).toContain('untick "First row has names"');
    await unwrap(computer.call['imports.change']({ id: names.id, change: { hasHeader: false } }));
    await until('it is checked', () => computer.store.imports.draft()?.checked === 1);
    const draft = await read('Service\t10');
    const roles = [{ kind: 'product' as const }, { kind: 'price' as const, currencyId: null }];
    await unwrap(computer.call['imports.change']({ id: draft.id, change: { roles } }));
    await until('it is checked', () => computer.store.imports.draft()?.counts.chosen === 1);
    const id = await create(draft.id);
    await ended(id);
    expect((await result(id)).raw.split('\r\n')[0]).toBe('\uFEFFColumn 1,Column 2,Line,State,Error,Checkout URL,uuid');
  });

  it('finds products by the number in their address, not by their id', async () => {
    await begin();
    await ended(await create((await read(ordersCsv(1))).id));
    await computer.settled();
    const [product] = activeProducts(computer.store);
    const number = product?.checkout?.productNumber ?? '';
    expect(number).not.toBe(String(product?.serverId));
    const draft = await read(`Product number,Price\n${number},5\n${product?.serverId},5\n`);
    expect(draft.counts).toMatchObject({ good: 1, bad: 1 });
  });

  it('applies changes of its settings in order, however quickly they arrive', async () => {
    await begin();
    const { id } = await read(ordersCsv(5_000, 100));
    const changes = [{ hasHeader: false }, { delimiter: ';' }, { delimiter: ',' }, { hasHeader: true }] as const;
    await Promise.all(changes.map((change) => computer.call['imports.change']({ id, change })));
    await until('the rows are checked', () => {
      const draft = computer.store.imports.draft();
      return draft !== null && draft.checked >= draft.counts.all;
    });
    await computer.settled();
    const draft = computer.store.imports.draft();
    expect(draft?.choices).toMatchObject({ hasHeader: true, delimiter: ',' });
    expect(draft?.counts).toEqual({ all: 5_000, good: 4_950, bad: 50, chosen: 4_950, warned: 0, ...NONE_LEFT_OUT });
    expect(draft?.notes).toEqual([]);
  });

  it('rejects a file that is no text with the reason, whatever its name', async () => {
    await begin();
    const binary = Buffer.from(Array.from({ length: 400 }, (_, at) => (at % 2 ? 0 : (at * 7) % 256)));
    const answer = await computer.call['imports.read']({ name: 'a.csv', bytes: binary.toString('base64'), text: null });
    expect(answer).toMatchObject({ ok: false, problem: { message: expect.stringContaining('not a text file') } });
  });

  it('accepts a file that the app exported', async () => {
    await begin();
    const formula = "order;=cmd|' /C calc'!A0";
    await ended(
      await create((await read(`${ordersCsv(2)}Logo design,9,no,=1+1\r\nLogo design,9,no,"${formula}"\r\n`)).id),
    );
    await computer.settled();
    computer.answers.save = join(computer.folder, 'export.csv');
    const query = { search: '', productId: null, sync: 'all' as const, useOnce: null, sold: false };
    await unwrap(computer.call['links.exportCsv']({ ...query, ids: null }));
    const exported = await readFile(computer.answers.save);
    expect(exported.toString()).toContain(`"'order;'=cmd|' /C calc'!A0"`);
    const draft = await read(exported);
    expect(draft.problems).toEqual([]);
    expect(draft.counts).toMatchObject({ all: 4, good: 4 });
    const { rows } = await computer.store.imports.page(null, 'all', 0, 10);
    expect(rows.map(({ metadata }) => metadata[0]?.value)).toEqual([formula, '=1+1', '2', '1']);
    expect(rows.map(({ useOnce }) => useOnce)).toEqual([false, false, false, true]);
  });

  it('creates only the selected rows, and never one with errors', async () => {
    await begin();
    const draft = await read(ordersCsv(10, 5));
    await unwrap(computer.call['imports.choose']({ id: draft.id, rows: null, on: false }));
    await unwrap(computer.call['imports.choose']({ id: draft.id, rows: [0, 3, 4], on: true }));
    expect(computer.store.imports.draft()?.counts.chosen).toBe(2);
    const id = await create(draft.id);
    await ended(id);
    await computer.settled();
    expect(ordersMade()).toEqual([1, 4]);
    expect((await result(id)).data.map(({ State }) => State)).toEqual(
      ['Synced', 'Not chosen', 'Not chosen', 'Synced', 'Error'].concat(Array(4).fill('Not chosen'), 'Error'),
    );
  });

  it('runs once, however often it is requested', async () => {
    await begin();
    const draft = await read(ordersCsv(300));
    const answers = await Promise.all([1, 2, 3].map(() => computer.call['imports.create']({ id: draft.id })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const id = computer.store.imports.list()[0]?.id ?? '';
    await Promise.all([1, 2, 3].map(() => computer.call['imports.resume']({ id })));
    await ended(id);
    await unwrap(computer.call['imports.resume']({ id }));
    await ended(id);
    await computer.settled();
    expect(ordersMade()).toEqual(oneTo(300));
  });

  it('waits with its links for a waiting product', async () => {
    await computer.start();
    await computer.signIn(service);
    await computer.workOffline(true);
    const productId = await computer.product('Logo design');
    const draft = await read('Price,Order\n5,1\n6,2\n');
    await unwrap(computer.call['imports.change']({ id: draft.id, change: { productId } }));
    await until('it is checked', () => computer.store.imports.draft()?.counts.chosen === 2);
    const id = await create(draft.id);
    await ended(id);
    expect(view(id)).toMatchObject({ made: 2, waiting: 2, synced: 0 });
    expect((await result(id)).saved).toMatchObject({ rows: 2, withoutAddress: 2 });
    await computer.workOffline(false);
    await until('all have an address', () => view(id).synced === 2);
    expect((await result(id)).saved).toMatchObject({ rows: 2, withoutAddress: 0 });
  });
});

describe('an import that is stopped in the middle', () => {
  it('by the seller reports the number of created links, and creates only the rest later', async () => {
    await begin();
    const id = await create((await read(ordersCsv(2_000))).id);
    await until('some are made', () => (computer.store.imports.get(id)?.made ?? 0) > 0);
    await unwrap(computer.call['imports.cancel']({ id }));
    const { made, chosen, running, stopped } = view(id);
    expect({ running, stopped, chosen }).toEqual({ running: false, stopped: 'Cancelled.', chosen: 2_000 });
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(2_000);
    expect(made).toBe(activeLinks(computer.store).length);
    await unwrap(computer.call['imports.resume']({ id }));
    await ended(id);
    await computer.settled();
    expect(ordersMade()).toEqual(oneTo(2_000));
  });

  it('by a disk that refuses the rows of its links creates none twice when it is resumed', async () => {
    await begin();
    await computer.workOffline(true);
    const { id: draft } = await read(ordersCsv(3));
    const full = new StorageError('The catalog', new Error('full'));
    const refused = vi.spyOn(computer.store.catalog, 'accept').mockRejectedValue(full);
    const id = await create(draft);
    await ended(id);
    // The changes are accepted all the same, and their rows are inserted later.
    expect([view(id).made, computer.store.outbox.unfinished().length]).toEqual([0, 3]);
    await unwrap(computer.call['imports.resume']({ id }));
    await ended(id);
    refused.mockRestore();
    await until('the rows are there', () => view(id).made === 3);
    await computer.workOffline(false);
    await computer.settled();
    expect(ordersMade()).toEqual(oneTo(3));
  });

  it('by closing the app says so at the next start as after a crash, and creates only the rest later', async () => {
    await begin();
    await computer.workOffline(true);
    const id = await create((await read(ordersCsv(1_500))).id);
    await until('some are made', () => (computer.store.imports.get(id)?.made ?? 0) > 0);
    await computer.stop();
    await computer.start();
    await computer.store.ready;
    const { made, running, stopped } = view(id);
    expect({ running, stopped }).toEqual({ running: false, stopped: '' });
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(1_500);
    expect((await unwrap(computer.call['frame.get'](undefined))).notices).toEqual([
      expect.objectContaining({
        title: 'An import was not finished',
        message: expect.stringContaining(`${made.toLocaleString('en')} of 1,500 links were saved before the app was`),
      }),
    ]);
    await unwrap(computer.call['imports.resume']({ id }));
    await ended(id);
    expect(view(id)).toMatchObject({ made: 1_500, stopped: '' });
    const orders = activeLinks(computer.store).map(({ metadata }) => Number(metadata[0]?.value));
    expect(orders.sort((one, other) => one - other)).toEqual(oneTo(1_500));
  });

  it.each([3, 12, 20])(
    'by a disk that is full from write %i on, reports the reason and loses nothing',
    async (last) => {
      await begin();
      await computer.workOffline(true);
      const draft = await read(ordersCsv(1_500));
      let opened = 0;
      writes.refuse = (step) => {
        if (step === 'open') opened += 1;
        return step === 'open' && opened > last ? 'ENOSPC' : null;
      };
      const created = await create(draft.id).catch((error: Error) => error);
      if (created instanceof Error) {
        expect(created.message).toContain('the disk is full');
        expect(computer.store.imports.list()).toEqual([]);
        expect(computer.store.imports.draft()?.counts.chosen).toBe(1_500);
        writes.reset();
        await create(draft.id);
      } else {
        const id = computer.store.imports.list()[0]?.id ?? '';
        await ended(id);
        expect(view(id).stopped).toContain('the disk is full');
        expect(view(id).made).toBeLessThan(1_500);
        writes.reset();
        await unwrap(computer.call['imports.resume']({ id }));
      }
      const id = computer.store.imports.list()[0]?.id ?? '';
      await ended(id);
      expect(view(id)).toMatchObject({ made: 1_500, chosen: 1_500, stopped: '' });
      await computer.workOffline(false);
      await until('all have an address', () => view(id).synced === 1_500);
      expect(ordersMade()).toEqual(oneTo(1_500));
    },
    400_000,
  );
});

describe('an import whose app is killed', () => {
  const killAt = async (made: number): Promise<void> => {
    const child: ChildProcess = fork(
      join(import.meta.dirname, '../support/import-app.ts'),
      [computer.folder, service.url, '1500'],
      {
        cwd: join(import.meta.dirname, '../..'),
        execArgv: ['--import', 'tsx'],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    );
    child.on('message', (message: { kind: string; made?: number }) => {
      if ((message.kind === 'creating' && made === 0) || (message.made ?? -1) >= made) child.kill('SIGKILL');
    });
    await once(child, 'exit');
  };

  it('has the created rows, and resuming creates none twice and skips none', async () => {
    // In the middle of writing the rows, after some batches, and repeatedly.
    for (const killedAt of [0, 1, 600, 1_200]) {
      await killAt(killedAt);
      await computer.start();
      await computer.store.ready;
      const { store } = computer;
      const accepted = () => store.outbox.unfinished().filter(({ payload }) => payload.kind === 'link.create').length;
      // The rows that the outbox had accepted at the kill follow in the catalog.
      await until('the catalog has it too', () => activeLinks(store).length === accepted());
      const [one] = store.imports.list();
      const made = one?.made ?? 0;
      expect(made).toBe(accepted());
      if (one) {
        const { rows, total } = await computer.store.imports.page(one.id, 'all', 0, 1_500);
        expect(total).toBe(1_500);
        expect(rows.filter(({ state }) => state === 'waiting')).toHaveLength(made);
        expect(rows.filter(({ state }) => state === 'not-made')).toHaveLength(1_500 - made);
      }
      await computer.stop();
    }
    await computer.start();
    await computer.store.ready;
    await computer.signIn(service);
    const id = computer.store.imports.list()[0]?.id ?? '';
    await unwrap(computer.call['imports.resume']({ id }));
    await ended(id);
    expect(view(id)).toMatchObject({ made: 1_500, chosen: 1_500 });
    await computer.workOffline(false);
    await until('all have an address', () => view(id).synced === 1_500);
    expect(ordersMade()).toEqual(oneTo(1_500));
  });
});
