// Secrets that the key store or the disk withholds for a while: no change is given up, and no removed secret comes back.
import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { KeyStore } from '../../src/main/storage/vault.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import { fakeKeyStore } from '../support/outbox-seller.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

let lock: 'open' | 'unavailable' | 'refusing' = 'open';
const keyStore: KeyStore = {
  ...fakeKeyStore,
  isAvailable: async () => lock !== 'unavailable',
  async decrypt(base64) {
    if (lock === 'refusing') throw new Error('The keychain is locked');
    return fakeKeyStore.decrypt(base64);
  },
};

let service: RecordingService;
let computer: Computer;
beforeEach(async () => {
  lock = 'open';
  const computers = await startComputers();
  service = computers.service;
  computer = await computers.newComputer((one) => (one.keyStore = keyStore));
});

const restart = async () => {
  await computer.stop();
  await computer.start();
  await computer.store.ready;
};
const KEY = 'k'.repeat(64);
const saveWebhook = async () =>
  unwrap(computer.call['webhook.save']({ url: 'https://receiver.example/1', isOn: true, key: KEY }));
const webhookSaves = () => service.changes.filter(({ path }) => path.endsWith('/store-settings'));
const products = () => service.changes.filter(({ path }) => path.endsWith('/products'));
/** The text of each unsettled change. */
const explanations = async () =>
  (await unwrap(computer.call['sync.list']({ offset: 0, limit: 10 }))).rows.map(({ explanation }) => explanation);

describe('a webhook change whose key is locked', () => {
  /** The change waits, the app starts with a locked key store, and the seller signs in with the password. */
  const signInWhileLocked = async (how: typeof lock) => {
    await computer.signIn(service);
    await computer.workOffline(true);
    await saveWebhook();
    lock = how;
    await restart();
    await computer.signIn(service);
    await computer.workOffline(false);
    // A later change is sent, so the first one had its turn.
    await computer.product('Coaching hour');
    await until('the later change is sent', () => products().length === 1 && computer.store.queue.size === 1);
  };

  it.each(['unavailable', 'refusing'] as const)('waits until the key store is unlocked (%s)', async (how) => {
    await signInWhileLocked(how);
    expect(computer.store.outbox.unfinished()).toMatchObject([{ state: 'ready', reason: null, attempts: [] }]);
    expect(await explanations()).toEqual(['Waiting until the key store is unlocked.']);
    expect((await unwrap(computer.call['webhook.get'](undefined))).current).toMatchObject({ key: 'locked' });

    lock = 'open';
    await unwrap(computer.call['sync.now'](undefined));
    await until('it is sent', () => computer.store.queue.size === 0);
    expect(webhookSaves().map(({ raw }) => raw.includes(KEY))).toEqual([true]);
  });

  it('is not retried continuously while it waits', async () => {
    await signInWhileLocked('refusing');
    const { rev } = computer.store.outbox.unfinished()[0] ?? expect.fail('it does not wait');
    await computer.product('Another hour');
    await until('another change is sent', () => products().length === 2 && computer.store.queue.size === 1);
    expect(computer.store.outbox.unfinished()).toMatchObject([{ state: 'ready', rev }]);
  });

  it('is sent with a new key at once when the seller enters one', async () => {
    await signInWhileLocked('refusing');
    await unwrap(computer.call['webhook.save']({ url: 'https://receiver.example/1', isOn: true, key: 'n'.repeat(64) }));
    await until('it is sent', () => computer.store.queue.size === 0);
    expect(webhookSaves().map(({ raw }) => raw.includes('n'.repeat(64)))).toEqual([true]);
  });

  it('needs the seller if the key is missing', async () => {
    await computer.signIn(service);
    await computer.workOffline(true);
    await saveWebhook();
    await computer.stop();
    rmSync(join(computer.dataFolder, 'secrets.json'));
    await computer.start();
    await computer.store.ready;
    await computer.signIn(service);
    await computer.workOffline(false);
    await until('it was tried', () => computer.store.status().attention === 1);
    expect(computer.store.outbox.unfinished()).toMatchObject([{ state: 'rejected', reason: 'key-lost' }]);
  });
});

describe('a sign-in made while the key store was unavailable', () => {
  it('is saved together with the next secret', async () => {
    lock = 'unavailable';
    await computer.signIn(service);
    expect(computer.app.frame.value().keepsSignIn).toBe(false);
    lock = 'open';
    await saveWebhook();
    expect(computer.app.frame.value().keepsSignIn).toBe(true);
    await restart();
    expect(computer.store.signedIn).toBe(true);
  });
});

describe('a sign-in that the disk refused to remove', () => {
  /** A folder in place of the new file: the disk rejects every write until it is removed. */
  const obstacle = () => join(computer.dataFolder, 'secrets.json.tmp');
  const tokensOnDisk = () => readFileSync(join(computer.dataFolder, 'secrets.json'), 'utf8').includes('token');

  it('stays removed after a sign-out, and is deleted from the disk as soon as possible', async () => {
    await computer.signIn(service);
    mkdirSync(obstacle());
    await expect(computer.app.manager.signOut(computer.store.id, false)).rejects.toThrow(StorageError);
    await computer.product('Coaching hour');
    await unwrap(computer.call['sync.now'](undefined));
    expect(computer.app.frame.value().stores).toMatchObject([{ signedIn: false, signInLocked: false }]);
    expect(tokensOnDisk()).toBe(true);

    rmdirSync(obstacle());
    await unwrap(computer.call['sync.now'](undefined));
    expect(computer.app.frame.value().stores).toMatchObject([{ signedIn: false, signInLocked: false }]);
    expect(tokensOnDisk()).toBe(false);
    await restart();
    expect(computer.store.signedIn).toBe(false);
    expect(service.changes).toEqual([]);

    await computer.signIn(service);
    await until('it is sent after a new sign-in', () => products().length === 1);
    await restart();
    expect(computer.store.signedIn).toBe(true);
  });

  it('stays removed after the service refused it', async () => {
    await computer.signIn(service);
    service.intercept = ({ path }) => (path.endsWith('/products') ? { status: 401, body: '{}' } : undefined);
    mkdirSync(obstacle());
    await computer.product('Coaching hour');
    await until('the sign-in is refused', () => !computer.store.signedIn && computer.store.status().sending === 0);
    await computer.store.deps.vault.settled();
    rmdirSync(obstacle());
    await unwrap(computer.call['sync.now'](undefined));
    expect(computer.store.signedIn).toBe(false);
    expect(tokensOnDisk()).toBe(false);
    expect(products().length).toBe(1);
  });
});
