// A backup restored in another data folder: it is complete, and waiting changes are sent once only.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { lineOf } from '../../src/main/backup/content.ts';
import { backupBytes } from '../../src/main/storage/backup-file.ts';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { Computer, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

let service: ComputerFixtures['service'];
let newComputer: ComputerFixtures['newComputer'];
beforeEach(async () => {
  ({ service, newComputer } = await startComputers());
});

/** A seller with one product and two links on the service, and a product, two links and a deletion that wait. */
async function atWork(): Promise<Computer> {
  const computer = await newComputer();
  await computer.signIn(service);
  const coaching = await computer.product('Coaching hour');
  await computer.link(coaching, '1');
  const leaving = await computer.link(coaching, '2');
  await computer.settled();
  await computer.workOffline(true);
  const logo = await computer.product('Logo design');
  await computer.link(logo, '3');
  await computer.link(coaching, '4');
  await unwrap(computer.call['links.delete']({ id: leaving }));
  return computer;
}

/** A backup with these lines. */
async function craft(computer: Computer, content: readonly string[]): Promise<string> {
  const path = join(computer.folder, 'crafted.storefront-backup');
  async function* lines() {
    yield* content;
    yield lineOf('end', null, []);
  }
  await writeForSeller(path, backupBytes({ appVersion: '9', createdAt: 1 }, lines(), null), 'it');
  return path;
}

const creates = () =>
  service.changes.filter(({ method }) => method === 'POST').map(({ path, raw }) => `${path} ${raw}`);
const list = { offset: 0, limit: 200, search: '' };
const linksOf = async (computer: Computer) =>
  (
    await unwrap(computer.call['links.list']({ ...list, productId: null, sync: 'all', useOnce: null, sold: false }))
  ).rows.map(({ id, productTitle, prices, metadata, checkoutUrl, createdAt }) => ({
    ...{ id, productTitle, prices, metadata, checkoutUrl, createdAt },
  }));
const productsOf = async (computer: Computer) =>
  (await unwrap(computer.call['products.list']({ ...list, state: null }))).rows.map(
    ({ id, serverId, fields, state, checkout }) => ({ id, serverId, fields, state, checkout }),
  );
const waitingOf = async (computer: Computer) =>
  (await unwrap(computer.call['sync.list']({ offset: 0, limit: 200 }))).rows;

describe('a backup restored in a new data folder', () => {
  it('has the same products, links, addresses and settings, and holds what waited for review', async () => {
    const original = await atWork();
    await unwrap(
      original.call['settings.update']({
        ...original.app.settings.value,
        currencies: [...original.app.settings.value.currencies, { id: 5, name: 'EUR' }],
        parallelSends: 3,
      }),
    );
    const path = await original.export('a passphrase of some length');
    expect(readFileSync(path).includes('Coaching')).toBe(false);
    await original.stop();
    const sent = creates().length;

    const other = await newComputer();
    const { preview, holds } = await other.restore(path, {}, 'a passphrase of some length');
    expect(holds).toEqual({ stores: 1, products: 2, links: 4, waiting: 4, sales: 0, notes: 0 });
    expect(preview.stores[0]).toMatchObject({
      known: false,
      products: { added: 2, same: 0 },
      links: { added: 4, same: 0 },
      changes: { added: 4, inDoubt: 0, known: 0 },
      differences: [],
    });
    expect(other.app.settings.value).toMatchObject({
      parallelSends: 3,
      currencies: [{ id: 2 }, { id: 5, name: 'EUR' }],
    });
    // The original works offline, which is no reason for the other computer to.
    expect(other.app.frame.value().stores).toMatchObject([{ workOffline: false }]);
    const again = await new Computer(original.folder).start();
    expect(await linksOf(other)).toEqual(await linksOf(again));
    expect(await productsOf(other)).toEqual(await productsOf(again));
    await again.stop();

    await other.signIn(service);
    await other.workOffline(false);
    const rows = await waitingOf(other);
    expect(rows.map(({ state }) => state)).toEqual(['needs-review', 'needs-review', 'needs-review', 'needs-review']);
    expect(rows[0]?.explanation).toContain('Restored from a backup of ');
    expect(creates()).toHaveLength(sent);
    await unwrap(other.call['sync.sendAgain']({ id: rows[0]?.id ?? '' }));
    await other.settled();
    expect(creates()).toHaveLength(sent + 1);
  });

  it('sends waiting changes if the seller says that the other app will not run again', async () => {
    const original = await atWork();
    const path = await original.export();
    await original.stop();
    const before = service.changes.length;
    const other = await newComputer();
    await other.restore(path, { changes: 'send' });
    await other.signIn(service);
    await other.workOffline(false);
    await other.settled();
    expect(await waitingOf(other)).toEqual([]);
    expect(service.changes.length - before).toBe(4);
    expect(await linksOf(other)).toHaveLength(3);
  });

  it('changes nothing when it is restored a second time', async () => {
    const original = await atWork();
    const path = await original.export();
    const other = await newComputer();
    await other.restore(path);
    const links = await linksOf(other);
    const { preview } = await other.restore(path);
    expect(preview.stores[0]).toMatchObject({
      known: true,
      products: { added: 0, same: 2, differs: 0, completed: 0 },
      links: { added: 0, same: 4, differs: 0, completed: 0 },
      changes: { added: 0, known: 4, settled: 0 },
      history: 0,
    });
    expect(await linksOf(other)).toEqual(links);
    expect(await waitingOf(other)).toHaveLength(4);
  });
});

describe('an unusable backup', () => {
  it('is refused, and changes nothing', async () => {
    const original = await atWork();
    const plain = readFileSync(await original.export());
    const changed = Buffer.from(plain);
    changed[400] = (changed[400] ?? 0) ^ 1;
    const newer = Buffer.from(plain.toString('latin1').replace('"format":1', '"format":2'), 'latin1');
    const files: readonly [string, Buffer, string][] = [
      ['not a backup', Buffer.from('%PDF-1.7 something else\n'), 'not a backup'],
      ['empty', Buffer.alloc(0), 'not a backup'],
      ['cut short', plain.subarray(0, plain.length - 40), 'damaged'],
      ['changed in the middle', changed, 'damaged'],
      ['of a newer format', newer, 'newer version'],
    ];
    const wrong = join(original.folder, 'wrong.storefront-backup');
    const other = await newComputer();
    for (const [what, bytes, words] of files) {
      writeFileSync(wrong, bytes);
      await expect(other.preview(wrong), what).rejects.toThrow(words);
      expect(other.app.frame.value().stores, what).toEqual([]);
    }
    const sealed = await original.export('the right passphrase');
    await expect(other.preview(sealed, 'the wrong passphrase')).rejects.toThrow('not the passphrase');
    expect((await other.preview(sealed, 'the right passphrase')).preview.holds.products).toBe(2);
  });

  it('has its crafted records skipped: they name no folders outside, no prototypes, and block no restore', async () => {
    const original = await atWork();
    const record = original.store.deps.record();
    const of = (part: string, store: string | null, ...records: unknown[]) => lineOf(part, store, records);
    const prototypes = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
    const crafted = await craft(original, [
      of('store', '../../outside', { ...record, id: '../../outside' }),
      of('store', record.id, record),
      of('links', record.id, { id: 'a', prices: 'none' }, 7, null),
      of('history', 'nobody', { id: 'c' }),
      ...['letters', ...prototypes].map((part) => of(part, record.id, { id: 'b' }, null)),
    ]);
    const other = await newComputer();
    const { preview } = await other.restore(crafted);
    expect(preview).toMatchObject({ holds: { stores: 1, links: 0 }, unread: 15 });
    expect(readdirSync(join(other.dataFolder, 'stores'))).toEqual([record.id]);
    await other.stop();
    await other.start();
    expect(other.app.frame.value().notices).toEqual([]);
  });

  it('reports a full disk before anything is changed', async (context) => {
    const disk = mountSmallDisk(2_048);
    if (!disk) return context.skip();
    const original = await atWork();
    const path = await original.export();
    const other = new Computer(disk.folder);
    try {
      await other.start();
      const { chosen } = await other.preview(path);
      disk.fill(0);
      const refused = await other.call['backup.restore']({ id: chosen.id, changes: 'hold', differing: 'keep' });
      expect(refused).toMatchObject({ ok: false, problem: { code: 'storage' } });
      expect(other.app.frame.value().stores).toEqual([]);
      disk.drain();
      await unwrap(other.call['backup.restore']({ id: chosen.id, changes: 'hold', differing: 'keep' }));
      expect(await linksOf(other)).toHaveLength(4);
    } finally {
      await other.stop();
      disk.close();
    }
  });
});
