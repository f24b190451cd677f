// While secrets cannot be read, the window and the sender agree about the sign-in, and no change or secret is lost.
import { beforeEach, expect, it } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { KeyStore } from '../../src/main/storage/vault.ts';
import { type Computer, fakeKeyStore, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { refuseWrites } from '../support/refused-writes.ts';
import { until } from '../support/until.ts';

/** `asking`: the system asks the seller for a password and has no answer yet. */
let lock: 'open' | 'unavailable' | 'refusing' | 'asking' = 'open';
let answerSystem = () => {};
const keyStore: KeyStore = {
  ...fakeKeyStore,
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
  ({ service, computer } = await startSignedIn((one) => (one.keyStore = keyStore)));
});

const creates = () => service.requests.filter(({ path }) => path.endsWith('/products')).length;
const KEY = 'k'.repeat(64);
const saveWebhook = (key = KEY) =>
  unwrap(computer.call['webhook.save']({ url: 'https://receiver.example/1', isOn: true, key }));
const webhookKeys = () => service.changes.filter(({ path }) => path.endsWith('/store-settings')).map(({ raw }) => raw);
/** Whether each part of the window says that the seller is signed in. */
const saysSignedIn = () => {
  const { stores, status } = computer.app.frame();
  return [stores[0]?.signedIn, status?.signedIn, computer.store.status().signedIn];
};

it('says "signed in" only when it can send: not while the key store is locked, but after the next start', async () => {
  for (const [index, how] of (['unavailable', 'refusing'] as const).entries()) {
    lock = how;
    await computer.restart();
    await computer.product('Coaching hour');
    lock = 'open';
    // The app reads stored secrets only at its start.
    await unwrap(computer.call['sync.now'](undefined));
    computer.app.wake();
    expect(saysSignedIn(), how).toEqual([false, false, false]);
    expect(computer.app.frame().stores[0]).toMatchObject({ signInLocked: true });
    // A stopped app has sent all that it will send.
    await computer.stop();
    expect(creates(), how).toBe(index);
    await computer.restart();
    expect(saysSignedIn()).toEqual([true, true, true]);
    expect(computer.app.frame()).toMatchObject({ keepsSignIn: true, stores: [{ signInLocked: false }] });
    await computer.settled();
    expect(creates(), how).toBe(index + 1);
  }
});

it('starts while the system asks for a password, and sends once it is given', async () => {
  await computer.stop();
  lock = 'asking';
  answerSystem = () => {};
  const untouched = answerSystem;
  const started = computer.start();
  await until('the key store is asked', () => answerSystem !== untouched);
  await started;
  await computer.store.ready;
  await computer.product('Coaching hour');
  expect(saysSignedIn()).toEqual([false, false, false]);
  expect(computer.app.frame().stores[0]).toMatchObject({ signInLocked: true });
  lock = 'open';
  answerSystem();
  await computer.settled();
  // An earlier request, without the secret, would have been refused and repeated.
  expect(creates()).toBe(1);
  expect(saysSignedIn()).toEqual([true, true, true]);
});

/** Saves a webhook offline, restarts with a locked key store, and signs in with the password. */
const signInWhileLocked = async (how: typeof lock) => {
  await computer.workOffline(true);
  await saveWebhook();
  lock = how;
  await computer.restart(service);
  await computer.workOffline(false);
  await sendLater();
};
/** Sends a later change, so that the webhook change has had its turn. */
const sendLater = async () => {
  const previous = creates();
  await computer.product('Coaching hour');
  await until('the later change is sent', () => creates() > previous && computer.store.queue.all().length === 1);
};

it('a webhook change whose key is locked waits without an attempt until a start can read the key', async () => {
  for (const [at, how] of (['unavailable', 'refusing'] as const).entries()) {
    await signInWhileLocked(how);
    const [waiting] = computer.store.queue.all();
    expect(waiting, how).toMatchObject({ state: 'ready', reason: null, attempts: [] });
    await sendLater();
    expect(computer.store.queue.all(), how).toMatchObject([{ state: 'ready', rev: waiting?.rev }]);
    expect((await unwrap(computer.call['webhook.get'](undefined))).current).toMatchObject({ key: 'locked' });
    lock = 'open';
    await computer.restart();
    await until('it is sent', () => computer.store.queue.all().length === 0);
    expect(webhookKeys().map((raw) => raw.includes(KEY))).toEqual(Array(at + 1).fill(true));
  }
});

it('a sign-out that the disk refuses is reported, and works once the disk accepts it', async () => {
  const refusal = refuseWrites((path) => path.endsWith('secrets.json'));
  await expect(computer.app.auth.signOut(computer.store, false)).rejects.toThrow(StorageError);
  expect(saysSignedIn()).toEqual([true, true, true]);
  refusal.mockRestore();
  await computer.app.auth.signOut(computer.store, false);
  expect(saysSignedIn()).toEqual([false, false, false]);
  await computer.restart();
  expect(computer.store.session.isSignedIn).toBe(false);
});

it('a new sign-in counts even if the service issues the refused token again', async () => {
  let isRefusing = true;
  service.intercept = ({ path }) =>
    isRefusing && path.endsWith('/products') ? { status: 401, body: '{}' } : undefined;
  await computer.product('Coaching hour');
  await until(
    'the sign-in is refused',
    () => !computer.store.session.isSignedIn && computer.store.status().sending === 0,
  );
  isRefusing = false;
  await computer.signIn(service);
  await until('it is sent', () => creates() === 2 && computer.store.queue.all().length === 0);
});
