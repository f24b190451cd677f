// A temporarily locked key store: the window and the sender read the sign-in from one place and always agree.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

it('reads the key store again when the computer wakes up', async () => {
  lock = 'unavailable';
  await restart();
  await computer.product('Coaching hour');
  lock = 'open';
  computer.app.wake();
  await until('it is sent', () => creates() === 1);
  expect(saysSignedIn()).toEqual([true, true, true]);
});

it('reads a locked key store again from time to time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  lock = 'refusing';
  await restart();
  await computer.product('Coaching hour');
  lock = 'open';
  vi.advanceTimersByTime(60_000);
  await until('it is sent', () => creates() === 1);
  expect(saysSignedIn()).toEqual([true, true, true]);
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

it('saves a sign-in made while the key store was locked, once it is unlocked', async () => {
  lock = 'unavailable';
  await restart();
  await computer.signIn(service);
  expect(computer.app.frame.value()).toMatchObject({
    keepsSignIn: false,
    stores: [{ signedIn: true, signInLocked: false }],
  });
  lock = 'open';
  await unwrap(computer.call['sync.now'](undefined));
  expect(computer.app.frame.value().keepsSignIn).toBe(true);
  await restart();
  expect(saysSignedIn()).toEqual([true, true, true]);
});

it('sends when it shows "signed in" although the second of two tokens could not be saved', async () => {
  await computer.app.manager.signOut(computer.store.id, false);
  await computer.product('Coaching hour');
  expect(saysSignedIn()).toEqual([false, false, false]);
  refused = 'refresh';
  await expect(computer.signIn(service)).rejects.toThrow('The keychain refused');
  expect(saysSignedIn()).toEqual([true, true, true]);
  await until('it is sent', () => creates() === 1);
});
