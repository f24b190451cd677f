// Secrets that are set, forgotten and unlocked concurrently, with a slow key store and disk.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { type KeyStore, Vault } from '../../src/main/storage/vault.ts';
import { temporaryFolder } from '../support/folder.ts';
import { writes } from '../support/watched-writes.ts';

/** An operation that lasts as long as the test wants. */
class Gate {
  #isShut = false;
  #waiting: (() => void)[] = [];
  async pass(): Promise<void> {
    if (this.#isShut) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
  shut(): void {
    this.#isShut = true;
  }
  open(): void {
    this.#isShut = false;
    for (const go of this.#waiting.splice(0)) go();
  }
  /** Resolves when a call waits here. */
  reached(): Promise<void> {
    return vi.waitUntil(() => this.#waiting.length > 0, { interval: 1, timeout: 60_000 }).then(() => undefined);
  }
}

const disk = vi.hoisted(() => ({ gate: { pass: async () => {} } }));
vi.mock('node:fs/promises', async (original) => {
  const watched = await (await import('../support/watched-writes.ts')).watchedWrites(original);
  const open: typeof watched.open = async (...args) => {
    await disk.gate.pass();
    return watched.open(...args);
  };
  return { ...watched, open };
});

let folder: string;
let encrypting: Gate;
let decrypting: Gate;
let writing: Gate;
beforeEach(() => {
  folder = temporaryFolder();
  writes.reset();
  encrypting = new Gate();
  decrypting = new Gate();
  writing = new Gate();
  disk.gate = writing;
});

const keyStore: KeyStore = {
  isAvailable: async () => true,
  async encrypt(text) {
    await encrypting.pass();
    return Buffer.from(text).toString('base64');
  },
  async decrypt(sealed) {
    await decrypting.pass();
    return { text: Buffer.from(sealed, 'base64').toString(), isOutdated: false };
  },
};
const create = () => new Vault(keyStore, folder, (event) => expect.fail(event.reason));
async function open(): Promise<Vault> {
  const vault = create();
  await vault.unlock();
  return vault;
}
const onDisk = (): Record<string, string> => JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')).value;
const fullDisk = (step: string) => (step === 'open' ? 'ENOSPC' : null);

describe('a secret forgotten while it is being set', () => {
  it('stays forgotten if it was queued, being encrypted or being written, and a later one of that name is kept', async () => {
    for (const gate of [encrypting, writing]) {
      const vault = await open();
      gate.shut();
      const set = vault.set('a/token', 'first-secret');
      await gate.reached();
      const forgotten = vault.forget('a/');
      gate.open();
      await Promise.all([set, forgotten]);
      for (const each of [vault, await open()]) expect(each.get('a/token')).toBeNull();
      expect(onDisk()).toEqual({});
    }
    const vault = await open();
    encrypting.shut();
    const sets = [vault.set('b/token', 'another-secret'), vault.set('a/token', 'first-secret')];
    const forgotten = vault.forget('a/');
    sets.push(vault.set('a/token', 'later-secret'));
    encrypting.open();
    await Promise.all([...sets, forgotten]);
    for (const each of [vault, await open()]) {
      expect([each.get('a/token'), each.get('b/token')]).toEqual(['later-secret', 'another-secret']);
    }
  });
});

describe('forgetting', () => {
  it('removes the secret from memory at once, without waiting for an unresponsive key store', async () => {
    const vault = await open();
    await vault.set('a/token', 'first-secret');
    encrypting.shut();
    const set = vault.set('b/token', 'another-secret');
    await encrypting.reached();
    const forgotten = vault.forget('a/');
    expect(vault.get('a/token')).toBeNull();
    await forgotten;
    expect(onDisk()).toEqual({});
    encrypting.open();
    await set;
    expect(Object.keys(onDisk())).toEqual(['b/token']);
  });

  it('a secret that is being decrypted prevents its return', async () => {
    await (await open()).set('a/token', 'first-secret');
    const vault = create();
    decrypting.shut();
    const unlocked = vault.unlock();
    await decrypting.reached();
    await vault.forget('a/');
    decrypting.open();
    await unlocked;
    expect(vault.get('a/token')).toBeNull();
    expect(onDisk()).toEqual({});
  });
});

describe('two secrets of one name', () => {
  it('keep the later one, although the earlier took longer to encrypt', async () => {
    const vault = await open();
    encrypting.shut();
    const first = vault.set('token', 'first-secret');
    await encrypting.reached();
    const second = vault.set('token', 'second-secret');
    encrypting.open();
    await Promise.all([first, second]);
    for (const each of [vault, await open()]) expect(each.get('token')).toBe('second-secret');
  });

  it('keep the earlier one if the disk rejects the later', async () => {
    const vault = await open();
    const first = vault.set('token', 'first-secret');
    const second = first.then(() => {
      writes.refuse = fullDisk;
      return vault.set('token', 'second-secret');
    });
    await expect(second).rejects.toThrow(StorageError);
    writes.reset();
    for (const each of [vault, await open()]) expect(each.get('token')).toBe('first-secret');
  });

  it('are not written later, with another change, after the disk rejected them', async () => {
    const vault = await open();
    await vault.set('other', 'other-secret');
    writing.shut();
    const refused = expect(vault.set('token', 'refused-secret')).rejects.toThrow(StorageError);
    await writing.reached();
    const forgotten = vault.forget('other');
    let refusals = 0;
    writes.refuse = (step) => (step === 'open' && refusals++ === 0 ? 'ENOSPC' : null);
    writing.open();
    await Promise.all([refused, forgotten]);
    expect(onDisk()).toEqual({});
  });
});
