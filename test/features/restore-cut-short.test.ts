// A restore interrupted at any of its writes: by a crash, or by a failing disk while the app continues and the
// seller works. The next start finishes it, and keeps the seller's later changes.
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { slow } from '../../tools/test/slow.ts';
import { activeLinks } from '../support/catalog-rows.ts';
import { Computer, unwrap } from '../support/computer.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { RecordingService } from '../support/recording-service.ts';
import { refuseWrites } from '../support/refused-writes.ts';
import { writes } from '../support/watched-writes.ts';

vi.mock('node:fs/promises', async (original) => (await import('../support/watched-writes.ts')).watchedWrites(original));

const folder = newFolder();
const services = [new RecordingService(), new RecordingService()] as const;
const path = join(folder, 'a.storefront-backup');
/** A data folder from before the restore, and its waiting product. */
const base = join(folder, 'base');
let logo: string;
let computer: Computer | null = null;
let runs = 0;

const fields = (productTitle: string) => ({ buttonTitle: 'Buy', productTitle, productDescription: 'What it is.' });
const retitle = (on: Computer, title: string) => unwrap(on.call['products.edit']({ id: logo, fields: fields(title) }));
const titleOf = (on: Computer) => on.store.catalog.products.get(logo)?.fields.productTitle;

beforeAll(async () => {
  for (const service of services) await service.start();
  const original = await new Computer(join(folder, 'original')).start();
  await original.signIn(services[1]);
  await original.product('Of the second store');
  await original.settled();
  await original.signIn(services[0]);
  await original.workOffline(true);
  logo = await original.product('Logo');
  await original.stop();
  cpSync(join(folder, 'original'), base, { recursive: true });

  await original.start();
  await retitle(original, 'Logo of the backup');
  await original.link(logo, '1');
  await unwrap(original.call['settings.update']({ ...original.app.settings.value, parallelSends: 3 }));
  await unwrap(
    original.call['templates.save']({ id: null, name: 'Of the backup', fields: [{ name: 'name', value: 'Mara' }] }),
  );
  original.answers.save = path;
  await unwrap(original.call['backup.export']({ passphrase: null }));
  await original.stop();

  // The restoring computer knows only the first store, with another title of the product.
  const here = await new Computer(base).start();
  const second = here.app.frame.value().stores.find(({ serviceAddress }) => serviceAddress === services[1].url);
  await unwrap(here.call['session.signOut']({ storeId: second?.id ?? '', forget: true }));
  await retitle(here, 'Logo of here');
  await here.stop();
});
afterEach(async () => {
  heal();
  await computer?.remove();
  computer = null;
});
afterAll(async () => {
  for (const service of services) await service.stop();
  removeFolder(folder);
});

async function atBase(): Promise<Computer> {
  runs += 1;
  const at = join(folder, `run-${runs}`);
  cpSync(base, at, { recursive: true });
  computer = new Computer(at);
  return computer.start();
}

const { transaction } = Catalog.prototype;

/**
 * Replaces or removes files, or writes to a catalog, up to a number of times; then the disk rejects everything. Returns
 * the number.
 */
function refuseAfter(count: number): () => number {
  let done = 0;
  vi.spyOn(Catalog.prototype, 'transaction').mockImplementation(function (this: Catalog, act: () => unknown) {
    if (done >= count) throw new StorageError('The catalog could not be written', new Error('refused by the test'));
    const result = transaction.call(this, act);
    done += 1;
    return result;
  });
  refuseWrites(() => done >= count || ++done < 0, 'EIO');
  writes.refuse = (step) => {
    if (done >= count) return 'EIO';
    if (step !== 'open') done += 1;
    return null;
  };
  return () => done;
}

/** The disk works again. */
function heal(): void {
  writes.reset();
  vi.restoreAllMocks();
}

/** Restores, with the differing values of the backup, until this many files were replaced or removed. */
async function restoreUntil(on: Computer, count: number) {
  const { chosen } = await on.preview(path);
  refuseAfter(count);
  return on.call['backup.restore']({ id: chosen.id, changes: 'hold', differing: 'take' });
}

const noted = (on: Computer) => existsSync(join(on.dataFolder, 'restoring.storefront-backup'));
const offered = (on: Computer) => on.app.frame.value().notices.filter(({ offers }) => offers === 'finish-restore');
const others = (on: Computer) =>
  on.app.frame.value().notices.filter(({ offers, kind }) => !offers && kind !== 'information');

/** The state that a restore changes, on one computer. */
function stateOf(on: Computer) {
  const { stores } = on.app.frame.value();
  return {
    stores: stores
      .map(({ serviceAddress, products, links }) => ({ serviceAddress, products, links }))
      .sort((a) => (a.serviceAddress === services[0].url ? -1 : 1)),
    title: titleOf(on),
    payload: on.store.outbox.of(logo).map(({ payload }) => 'fields' in payload && payload.fields.productTitle),
    held: on.store.outbox.all().length,
    parallel: on.app.settings.value.parallelSends,
    templates: on.app.templates.list().map(({ name }) => name),
  };
}
const wholeStateOf = async (on: Computer) => {
  // Waits until each store is loaded.
  await on.app.sales.note([]);
  return stateOf(on);
};

let measured: Promise<{ count: number; before: object; after: object }> | null = null;
/** The number of files that a restore replaces or removes, and the state before and after it. */
function measure() {
  measured ??= measureOnce();
  return measured;
}

async function measureOnce() {
  const on = await atBase();
  const before = await wholeStateOf(on);
  const { chosen } = await on.preview(path);
  const done = refuseAfter(Number.POSITIVE_INFINITY);
  const restored = await on.call['backup.restore']({ id: chosen.id, changes: 'hold', differing: 'take' });
  const count = done();
  expect(restored.ok).toBe(true);
  expect(noted(on)).toBe(false);
  const after = await wholeStateOf(on);
  expect(after).not.toEqual(before);
  expect(after).toMatchObject({ title: 'Logo of the backup', parallel: 3, templates: ['Of the backup'] });
  expect(after.stores).toHaveLength(2);
  await on.remove();
  computer = null;
  return { count, before, after };
}

it(
  'finishes at the next start if the app was killed after any of its writes',
  async () => {
    const { count, before, after } = await measure();
    expect(count).toBeGreaterThan(10);
    for (let kept = 0; kept < count; kept += 1) {
      const on = await atBase();
      const { ok } = await restoreUntil(on, kept);
      // If only the removal of the note fails, everything is in place.
      if (kept < count / 2) expect(ok).toBe(false);
      const wasNoted = noted(on);
      // Later writes are rejected: for the files it is as if the process had been killed.
      await on.stop();
      heal();
      await on.start();
      const state = await wholeStateOf(on);
      expect({ kept, state }).toEqual({ kept, state: wasNoted || ok ? after : before });
      expect({ kept, offered: offered(on), others: others(on) }).toEqual({ kept, offered: [], others: [] });
      expect(noted(on)).toBe(false);
      await on.remove();
    }
  },
  slow(180_000),
);

describe('finishes after a disk failure, while the seller works', () => {
  /** Interrupted after this many writes; then the disk works, the seller works, and days later the app restarts. */
  async function workedOn(kept: number) {
    const on = await atBase();
    const refused = await restoreUntil(on, kept);
    const isWhole = refused.ok;
    if (!isWhole) expect(refused).toMatchObject({ problem: { code: 'storage' } });
    const wasNoted = noted(on) && !isWhole;
    heal();
    const offeredAtOnce = offered(on).length;
    await retitle(on, 'Logo as typed later');
    await on.link(logo, 'made later');
    await unwrap(on.call['settings.update']({ ...on.app.settings.value, parallelSends: 5 }));
    await on.stop();
    on.now = () => Date.now() + 3 * 86_400_000;
    await on.start();
    return { on, wasNoted, offeredAtOnce };
  }

  it(
    'keeps the seller’s later changes, and finishes on request',
    async () => {
      const { count } = await measure();
      // Every third write: the test above has all of them.
      for (let kept = 0; kept < count; kept += 3) {
        const { on, wasNoted, offeredAtOnce } = await workedOn(kept);
        const state = await wholeStateOf(on);
        expect({ kept, ...state }).toMatchObject({ kept, title: 'Logo as typed later', parallel: 5 });
        expect({ kept, offeredAtOnce }).toEqual({ kept, offeredAtOnce: wasNoted ? 1 : 0 });
        expect({ kept, offered: offered(on).length }).toEqual({ kept, offered: noted(on) ? 1 : 0 });
        if (wasNoted && noted(on)) {
          const chosen = await unwrap(on.call['backup.chooseUnfinished']());
          expect(chosen.choices).toEqual({ changes: 'hold', differing: 'take' });
          const preview = await unwrap(on.call['backup.preview']({ id: chosen.id, passphrase: null }));
          expect(preview.stores.length + (preview.settings === 'none' ? 0 : 1)).toBeGreaterThan(0);
          const isFirstLeft = preview.stores.some(({ serviceAddress }) => serviceAddress === services[0].url);
          await unwrap(on.call['backup.restore']({ id: chosen.id, changes: 'hold', differing: 'take' }));
          const finished = await wholeStateOf(on);
          expect({ kept, ...finished }).toMatchObject({
            kept,
            title: isFirstLeft ? 'Logo of the backup' : 'Logo as typed later',
            parallel: preview.settings === 'none' ? 5 : 3,
            templates: ['Of the backup'],
            stores: [{}, {}],
          });
          expect(offered(on)).toEqual([]);
          const orders = activeLinks(on.store)
            .map(({ metadata }) => metadata[0]?.value)
            .sort();
          expect(orders).toEqual(['1', 'made later']);
        }
        await on.stop();
        await on.start();
        expect({ kept, notices: on.app.frame.value().notices }).toEqual({ kept, notices: [] });
        await on.remove();
      }
    },
    slow(180_000),
  );

  it('drops the rest on request', async () => {
    const { count } = await measure();
    const { on } = await workedOn(Math.floor(count / 2));
    expect(offered(on)).toHaveLength(1);
    await unwrap(on.call['backup.dropUnfinished']());
    expect(offered(on)).toEqual([]);
    const state = await wholeStateOf(on);
    await on.stop();
    await on.start();
    expect(on.app.frame.value().notices).toEqual([]);
    expect(await wholeStateOf(on)).toEqual(state);
    expect(await on.call['backup.chooseUnfinished']()).toMatchObject({ ok: false, problem: { code: 'not-found' } });
  });

  it('asks at each start until it is decided, also if the clock was set back', async () => {
    const { count } = await measure();
    const on = await atBase();
    await restoreUntil(on, Math.floor(count / 4));
    await on.stop();
    // A start with a failing disk leaves the rest; then the seller works, with the clock a month back.
    on.now = () => Date.now() - 30 * 86_400_000;
    refuseAfter(0);
    await on.start();
    expect(offered(on)).toHaveLength(1);
    heal();
    await retitle(on, 'Logo as typed later');
    for (let start = 0; start < 2; start += 1) {
      await on.stop();
      await on.start();
      expect(offered(on)).toMatchObject([{ message: expect.stringContaining('changed here') }]);
      expect(titleOf(on)).toBe('Logo as typed later');
    }
  });
});

it('asks if the progress of the restore is unknown, and sets a damaged note about it aside', async () => {
  const { count } = await measure();
  const on = await atBase();
  await restoreUntil(on, Math.floor(count / 2));
  heal();
  await on.stop();
  rmSync(join(on.dataFolder, 'restoring.json'));
  await on.start();
  expect(offered(on)).toHaveLength(1);
  await on.stop();
  writeFileSync(join(on.dataFolder, 'restoring.storefront-backup'), 'something else\n');
  await on.start();
  expect(offered(on)).toEqual([]);
  expect(others(on)).toHaveLength(1);
});
