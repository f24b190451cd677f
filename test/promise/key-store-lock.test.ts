// A key store or a disk that withholds secrets for a while: the window and the sender always agree about the sign-in, no change
// is given up, and no removed secret comes back.
import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { KeyStore } from '../../src/main/storage/vault.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { fakeKeyStore } from '../support/outbox-seller.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

/** "Asking": the system asks for a password, without an answer yet. */
let lock: 'open' | 'unavailable' | 'refusing' | 'asking' = 'open';
let answerSystem = () => {};
/** Part of the text that the key store refuses to encrypt. */
let refused: string | null = null;
const keyStore: KeyStore = {
  ...fakeKeyStore,
  async encrypt(text) {
    if (refused !== null && text.includes(refused)) throw new Error('The keychain refused');
    return fakeKeyStore.encrypt(text);
  },
  async isAvailable() {
    if (lock === 'asking') await new Promise<void>((resolve) => (answerSystem = resolve));
    return lock !== 'unavailable';
  },
  async decrypt(base64) {
    if (lock === 'refusing') throw new Error('The keychain is locked');
    return fakeKeyStore.decrypt(base64);
  },
};

let service: RecordingService;
let computer: Computer;
beforeEach(async () => {
  lock = 'open';
  refused = null;
  ({ service, computer } = await startSignedIn((one) => (one.keyStore = keyStore)));
});
afterEach(() => vi.useRealTimers());

const restart = async () => {
  await computer.stop();
  await computer.start();
  await computer.store.ready;
};
const creates = () => service.requests.filter(({ path }) => path.endsWith('/products')).length;
const KEY = 'k'.repeat(64);
const saveWebhook = (key = KEY) =>
  unwrap(computer.call['webhook.save']({ url: 'https://receiver.example/1', isOn: true, key }));
const webhookKeys = () => service.changes.filter(({ path }) => path.endsWith('/store-settings')).map(({ raw }) => raw);
/** The sign-in state in each part of the window. */
const saysSignedIn = () => {
  const { stores, status } = computer.app.frame.value();
  return [stores[0]?.signedIn, status?.signedIn, computer.store.status().signedIn];
};
/** Runs everything that is due, so that a wrong request would have been sent. */
const idle = () => new Promise<void>((resolve) => setImmediate(resolve));

it.each(['unavailable', 'refusing'] as const)(
  'says "signed in" exactly when it sends: key store %s at start, unlocked later',
  async (how) => {
    lock = how;
    await restart();
    await computer.product('Coaching hour');
    await idle();
    expect(saysSignedIn()).toEqual([false, false, false]);
    expect(computer.app.frame.value().stores[0]).toMatchObject({ signInLocked: true });

    lock = 'open';
    // Nothing has read the key store since, so nothing is sent and the texts must not change.
    await idle();
    expect({ said: saysSignedIn(), sent: creates() }).toEqual({ said: [false, false, false], sent: 0 });

    await unwrap(computer.call['sync.now'](undefined));
    expect(saysSignedIn()).toEqual([true, true, true]);
    expect(computer.app.frame.value()).toMatchObject({ keepsSignIn: true, stores: [{ signInLocked: false }] });
    await until('it is sent', () => creates() === 1);
  },
);

it('reads a locked key store again when the computer wakes up, and from time to time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const unlocks = [
    ['unavailable', () => computer.app.wake()],
    ['refusing', () => vi.advanceTimersByTime(60_000)],
  ] as const;
  for (const [at, [how, unlock]] of unlocks.entries()) {
    lock = how;
    await restart();
    await computer.product('Coaching hour');
    lock = 'open';
    unlock();
    await until('it is sent', () => creates() === at + 1);
    expect(saysSignedIn()).toEqual([true, true, true]);
  }
  expect(vi.getTimerCount()).toBe(0);
});

it('stays signed in, and keeps sending, if the key store is locked while the app runs', async () => {
  lock = 'unavailable';
  await computer.product('Coaching hour');
  await until('it is sent', () => creates() === 1);
  await unwrap(computer.call['sync.now'](undefined));
  expect(saysSignedIn()).toEqual([true, true, true]);
});

it('starts although the system asks for a password first, and sends once it was given', async () => {
  await computer.stop();
  lock = 'asking';
  answerSystem = () => {};
  const untouched = answerSystem;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const started = computer.start();
  await until('the key store is asked', () => answerSystem !== untouched);
  await vi.advanceTimersByTimeAsync(10_000);
  await started;
  vi.useRealTimers();
  await computer.store.ready;
  await computer.product('Coaching hour');
  expect(saysSignedIn()).toEqual([false, false, false]);
  expect(computer.app.frame.value().stores[0]).toMatchObject({ signInLocked: true });
  expect(creates()).toBe(0);
  lock = 'open';
  answerSystem();
  await until('it is sent', () => creates() === 1);
  expect(saysSignedIn()).toEqual([true, true, true]);
});

it('saves a sign-in made while the key store was locked once it is unlocked, or together with the next secret', async () => {
  for (const unlock of [() => unwrap(computer.call['sync.now'](undefined)), () => saveWebhook()]) {
    await computer.app.manager.signOut(computer.store.id, false);
    lock = 'unavailable';
    await restart();
    await computer.signIn(service);
    expect(computer.app.frame.value()).toMatchObject({
      keepsSignIn: false,
      stores: [{ signedIn: true, signInLocked: false }],
    });
    lock = 'open';
    await unlock();
    expect(computer.app.frame.value().keepsSignIn).toBe(true);
    await restart();
    expect(saysSignedIn()).toEqual([true, true, true]);
  }
});

describe('a webhook change whose key is locked', () => {
  /** The change waits, the app starts with a locked key store, and the seller signs in with the password. */
  const signInWhileLocked = async (how: typeof lock) => {
    await computer.workOffline(true);
    await saveWebhook();
    lock = how;
    await restart();
    await computer.signIn(service);
    await computer.workOffline(false);
    await sendLater();
  };
  /** A later change is sent, so the first one had its turn. */
  const sendLater = async () => {
    const before = creates();
    await computer.product('Coaching hour');
    await until('the later change is sent', () => creates() > before && computer.store.queue.size === 1);
  };

  it('waits without trying until the key store is unlocked', async () => {
    for (const [at, how] of (['unavailable', 'refusing'] as const).entries()) {
      await signInWhileLocked(how);
      const [waiting] = computer.store.outbox.unfinished();
      expect(waiting, how).toMatchObject({ state: 'ready', reason: null, attempts: [] });
      await sendLater();
      expect(computer.store.outbox.unfinished(), how).toMatchObject([{ state: 'ready', rev: waiting?.rev }]);
      expect((await unwrap(computer.call['webhook.get'](undefined))).current).toMatchObject({ key: 'locked' });
      lock = 'open';
      await unwrap(computer.call['sync.now'](undefined));
      await until('it is sent', () => computer.store.queue.size === 0);
      expect(webhookKeys().map((raw) => raw.includes(KEY))).toEqual(Array(at + 1).fill(true));
    }
  });

  it('is sent with a new key at once when the seller enters one', async () => {
    await signInWhileLocked('refusing');
    await saveWebhook('n'.repeat(64));
    await until('it is sent', () => computer.store.queue.size === 0);
    expect(webhookKeys().map((raw) => raw.includes('n'.repeat(64)))).toEqual([true]);
  });

  it('needs the seller if the key is missing', async () => {
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

describe('a sign-in that the disk refused to remove', () => {
  /** A folder in place of the new file: the disk rejects every write until it is removed. */
  const obstacle = () => join(computer.dataFolder, 'secrets.json.tmp');
  const tokensOnDisk = () => readFileSync(join(computer.dataFolder, 'secrets.json'), 'utf8').includes('token');

  it('stays removed after a sign-out, and is deleted from the disk as soon as possible', async () => {
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
    await until('it is sent after a new sign-in', () => creates() === 1);
    await restart();
    expect(computer.store.signedIn).toBe(true);
  });
});

it('a refused sign-in sends nothing, stays on disk for a service that answered by mistake, and goes with the next one', async () => {
  let isRefusing = true;
  service.intercept = ({ path }) =>
    isRefusing && path.endsWith('/products') ? { status: 401, body: '{}' } : undefined;
  await computer.product('Coaching hour');
  await until('the sign-in is refused', () => !computer.store.signedIn && computer.store.status().sending === 0);
  await unwrap(computer.call['sync.now'](undefined));
  expect(computer.store.signedIn).toBe(false);
  expect(creates()).toBe(1);
  isRefusing = false;
  await restart();
  await until('it is sent with the same sign-in', () => creates() === 2 && computer.store.queue.size === 0);
});

it('a new sign-in counts, also if the service gives the refused token again', async () => {
  let isRefusing = true;
  service.intercept = ({ path }) =>
    isRefusing && path.endsWith('/products') ? { status: 401, body: '{}' } : undefined;
  await computer.product('Coaching hour');
  await until('the sign-in is refused', () => !computer.store.signedIn && computer.store.status().sending === 0);
  isRefusing = false;
  await computer.signIn(service);
  await until('it is sent', () => creates() === 2 && computer.store.queue.size === 0);
});
