// Each kind of change that the app reports as done survives a power cut at that moment: the whole app on a recorded disk.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLog } from '../../src/main/electron/log.ts';
import { openWindowState } from '../../src/main/electron/window-state.ts';
import { BACKUP_EXTENSION } from '../../src/main/storage/backup-file.ts';
import { ensureDataFolder } from '../../src/main/storage/folders.ts';
import { Vault } from '../../src/main/storage/vault.ts';
import { startPracticeStore } from '../../src/practice-store/server.ts';
import { slow } from '../../tools/test/slow.ts';
import { activeLinks, activeProducts, allHistory } from '../support/catalog-rows.ts';
import { Computer, draft, unwrap } from '../support/computer.ts';
import { openInbox } from '../support/inbox.ts';
import { fakeKeyStore } from '../support/outbox-seller.ts';
import { RecordedDisk } from '../support/recorded-disk.ts';
import { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

// Each test starts the app up to eight times.
vi.setConfig({ testTimeout: slow(60_000) });

let disk: RecordedDisk;
let service: RecordingService;
const computers: Computer[] = [];
beforeEach(async () => {
  disk = new RecordedDisk();
  service = new RecordingService();
  await service.start();
});
afterEach(async () => {
  for (const computer of computers.splice(0)) await computer.stop();
  await service.stop();
  disk.remove();
});

function computerOn(folder: string): Computer {
  const computer = new Computer(folder);
  computers.push(computer);
  return computer;
}

/** Signed in and offline, so that accepted changes stay. */
async function offline(): Promise<Computer> {
  // From the beginning, because only a recorded disk can be known to be quiet.
  disk.record();
  const computer = await computerOn(disk.root).start();
  await computer.signIn(service);
  await computer.workOffline(true);
  await quiet();
  return computer;
}

/** Waits for all writes, including those that nothing awaits. */
async function quiet(): Promise<void> {
  let before = -1;
  await until('the disk is quiet', () => {
    const now = disk.moment;
    const isQuiet = now === before && !disk.isBusy;
    before = now;
    return isQuiet;
  });
}

/** The app, started on possible states after a power cut; several, each with another part of the unsafe data. */
async function afterEachCut(look: (computer: Computer) => unknown): Promise<void> {
  for (const folder of disk.after()) {
    const computer = await new Computer(folder).start();
    try {
      expect(computer.app.frame.value().notices.filter(({ kind }) => kind !== 'information')).toEqual([]);
      await computer.store.ready;
      await look(computer);
    } finally {
      await computer.stop();
    }
  }
}

const ordersOf = ({ store }: Computer) => activeLinks(store).map(({ metadata }) => metadata[0]?.value);
const titlesOf = ({ store }: Computer) => activeProducts(store).map(({ fields }) => fields.productTitle);

describe('an accepted change', () => {
  it('survives a power cut: a store, a product, links', async () => {
    const computer = await offline();
    disk.expectSafe('a sign-in');
    await afterEachCut((after) => expect(after.app.frame.value().stores).toHaveLength(1));

    const product = await computer.product('Coaching hour');
    disk.expectSafe('a product');
    await computer.link(product, '1');
    disk.expectSafe('a link');
    const many = Array.from({ length: 150 }, (_, nth) => ({
      subject: computer.store.deps.stamper.id(),
      payload: { kind: 'link.create' as const, productId: product, draft: draft(`m${nth}`) },
      waitsFor: [product],
    }));
    await computer.store.outbox.accept(many);
    disk.expectSafe('many links');
    await afterEachCut((after) => {
      expect(titlesOf(after)).toEqual(['Coaching hour']);
      expect(ordersOf(after)).toHaveLength(151);
      expect(after.store.outbox.unfinished()).toHaveLength(152);
    });
  });

  it('survives a power cut: a deletion, the webhook, settings, and the removal of the store', async () => {
    const computer = await offline();
    const link = await computer.link(await computer.product('Coaching hour'), '1');
    await quiet();
    disk.record();
    await unwrap(computer.call['links.delete']({ id: link }));
    disk.expectSafe('a link that is taken back');
    await until('it has left the queue', () => computer.store.queue.size === 1);
    await computer.store.queue.settled();
    await quiet();
    await unwrap(computer.call['webhook.save']({ url: 'https://example.com/hook', isOn: true, key: 'k'.repeat(64) }));
    disk.expectSafe('the webhook');
    await quiet();
    await unwrap(computer.call['settings.update']({ ...computer.app.settings.value, parallelSends: 3 }));
    disk.expectSafe('settings');
    await afterEachCut((after) => {
      expect(ordersOf(after)).toEqual([]);
      expect(after.store.outbox.unfinished()).toHaveLength(2);
      expect(after.app.settings.value.parallelSends).toBe(3);
    });
    await unwrap(computer.app.manager.signOut(computer.store.id, true));
    disk.expectSafe('a store that is forgotten');
    for (const folder of disk.after()) {
      const after = await new Computer(folder).start();
      expect(after.app.frame.value().stores).toEqual([]);
      await after.stop();
    }
  });

  it('survives with its result, in the catalog and the history, once it is shown as sent', async () => {
    const computer = await offline();
    disk.record();
    const product = await computer.product('Coaching hour');
    await computer.link(product, '1');
    await computer.workOffline(false);
    await until('both are sent', () => computer.store.catalog.history.size === 2 && computer.store.queue.size === 0);
    await quiet();
    disk.expectSafe('what was sent');
    await afterEachCut(({ store }) => {
      expect(activeProducts(store)[0]?.serverId).toBe(118);
      expect(activeLinks(store)[0]?.paymentLink).toContain('https://checkout.example/');
      expect(allHistory(store).map(({ state }) => state)).toEqual(['done', 'done']);
    });
  });

  it('is durably marked as sending before the service receives a byte', async () => {
    const computer = await offline();
    await computer.product('Coaching hour');
    await quiet();
    disk.record();
    const found: unknown[] = [];
    service.intercept = () => {
      for (const folder of disk.after()) {
        const outbox = join(folder, 'desk', 'stores', computer.store.id, 'outbox');
        for (const file of readdirSync(outbox).filter((name) => name.endsWith('.json'))) {
          const { records } = JSON.parse(readFileSync(join(outbox, file), 'utf8')) as { records: { state: string }[] };
          found.push(...records.map(({ state }) => state));
        }
      }
      return undefined;
    };
    await computer.workOffline(false);
    await computer.settled();
    expect(new Set(found)).toEqual(new Set(['sending']));
  });
});

describe('other data reported as saved', () => {
  it('is durable: secrets, the window bounds, a backup, and a restore', async () => {
    const computer = await offline();
    await computer.product('Coaching hour');
    await quiet();
    disk.record();
    const vault = new Vault(fakeKeyStore, join(disk.root, 'elsewhere'), () => undefined);
    await vault.set('a', 'secret');
    disk.expectSafe('a secret');
    await vault.delete('a');
    disk.expectSafe('a secret that is forgotten');
    const place = openWindowState(computer.dataFolder);
    await place.save({ ...place.value, maximized: true });
    disk.expectSafe('the place of the window');
    const path = await computer.export();
    disk.expectSafe('a backup');
    await computer.app.backups.rolling.makeToday();
    disk.expectSafe('the backup of the day');
    await computer.restore(path);
    await quiet();
    disk.expectSafe('a restore');
    expect(existsSync(join(computer.dataFolder, `restoring.${BACKUP_EXTENSION}`))).toBe(false);
  });

  it('is durable: an import, its links, and the meaning of its columns', async () => {
    const computer = await offline();
    await computer.product('Coaching hour');
    await quiet();
    disk.record();
    const text = ['product,price,order', ...Array.from({ length: 40 }, (_, n) => `Coaching hour,10.00,i${n}`)].join(
      '\n',
    );
    await unwrap(computer.call['imports.read']({ name: 'orders.csv', bytes: null, text }));
    const { imports } = computer.store;
    await until('it is checked', () => imports.draft()?.checked === imports.draft()?.counts.all);
    const { id } = await unwrap(computer.call['imports.create']({ id: imports.draft()?.id ?? '' }));
    await until('its links are made', () => imports.get(id)?.running === false && imports.get(id)?.made === 40);
    await quiet();
    disk.expectSafe('an import');
    await afterEachCut((after) => {
      expect(ordersOf(after)).toHaveLength(40);
      expect(after.store.imports.get(id)).toMatchObject({ made: 40, chosen: 40 });
    });
  });
});

it.skipIf(process.platform === 'win32')('all files and folders of the app are private to this user', async () => {
  const umask = process.umask(0);
  try {
    const computer = computerOn(disk.root);
    // As another program may have made it.
    mkdirSync(join(computer.dataFolder, 'stores'), { recursive: true, mode: 0o755 });
    ensureDataFolder(computer.dataFolder);
    startLog(join(computer.dataFolder, 'logs'));
    console.log('something happened');
    await computer.start();
    await computer.signIn(service);
    await computer.link(await computer.product('Coaching hour'), '1');
    await computer.settled();
    await unwrap(computer.call['webhook.save']({ url: 'https://example.com/hook', isOn: true, key: 'k'.repeat(64) }));
    await computer.app.backups.rolling.makeToday();
    const { inbox, post } = await openInbox(join(computer.dataFolder, 'webhook-inbox'));
    await post(JSON.stringify({ text: 'x'.repeat(200_000) }));
    await inbox.close();
    const practice = await startPracticeStore({ dataFolder: join(computer.dataFolder, 'practice-store') });
    await practice.reset();
    await practice.close();
    await computer.stop();
    const names = readdirSync(computer.dataFolder, { recursive: true }).map(String);
    const all = ['', ...names].map((name) => join(computer.dataFolder, name));
    expect(all.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['logs', 'backups', 'stores', 'webhook-inbox', 'practice-store']));
  } finally {
    process.umask(umask);
  }
});
