// Secrets that are set, forgotten and unlocked at the same time, while the key store and the disk take their time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { knownSecrets } from '../../src/main/storage/known-secrets.ts';
import { type KeyStore, Vault } from '../../src/main/storage/vault.ts';
import { newFolder } from '../support/notes.ts';
import { writes } from '../support/watched-writes.ts';

/** Something that takes as long as a test wants. */
class Gate {
  /** How many came here so far. */
  came = 0;
  #isShut = false;
  #waiting: (() => void)[] = [];
  async pass(): Promise<void> {
    this.came += 1;
    if (this.#isShut) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
  shut(): void {
    this.#isShut = true;
  }
  open(): void {
    this.#isShut = false;
    for (const go of this.#waiting.splice(0)) go();
  }
  /** Resolves when somebody waits here. */
  reached(): Promise<void> {
    return vi.waitUntil(() => this.#waiting.length > 0, { interval: 1 }).then(() => undefined);
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
let remove: () => void;
let encrypting: Gate;
let decrypting: Gate;
let writing: Gate;
/** The version of the key that the key store encrypts with. */
let keyVersion: number;
beforeEach(() => {
  ({ folder, remove } = newFolder());
  writes.reset();
  encrypting = new Gate();
  decrypting = new Gate();
  writing = new Gate();
  disk.gate = writing;
  keyVersion = 1;
});
afterEach(() => remove());

const keyStore: KeyStore = {
  isAvailable: async () => true,
  async encrypt(text) {
    await encrypting.pass();
    return `sealed-${keyVersion}-${Buffer.from(text).toString('base64')}`;
  },
  async decrypt(sealed) {
    await decrypting.pass();
    const [, version, text = ''] = sealed.split('-');
    return { text: Buffer.from(text, 'base64').toString(), isOutdated: Number(version) < keyVersion };
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

describe('a secret that is forgotten while it is set', () => {
  it('stays forgotten when it was being encrypted', async () => {
    const vault = await open();
    encrypting.shut();
    const set = vault.set('a/token', 'first-secret');
    await encrypting.reached();
    await vault.forget('a/');
    encrypting.open();
    await set;
    expect(vault.get('a/token')).toBeNull();
    expect((await open()).get('a/token')).toBeNull();
  });

  it('stays forgotten when it was being written', async () => {
    const vault = await open();
    writing.shut();
    const set = vault.set('a/token', 'first-secret');
    await writing.reached();
    const forgotten = vault.forget('a/');
    writing.open();
    await Promise.all([set, forgotten]);
    expect(vault.get('a/token')).toBeNull();
    expect(onDisk()).toEqual({});
  });

  it('stays forgotten while its turn has not come, and a later one of that name is kept', async () => {
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

  it('is looked for in the log no longer than any other that was used', async () => {
    const vault = await open();
    encrypting.shut();
    const set = vault.set('a/token', 'released-secret');
    await vault.forget('a/');
    encrypting.open();
    await set;
    // Among the past ones, of which only the last 200 are kept.
    for (let count = 0; count < 200; count += 1) await vault.set('b', `other-secret-${count}`);
    await vault.forget('b');
    expect(knownSecrets()).not.toContain('released-secret');
  });
});

describe('forgetting', () => {
  it('takes the secret out of memory at once, and does not wait for a key store that does not answer', async () => {
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

  it('of a secret that is being decrypted keeps it from coming back', async () => {
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
  it('leave the later one, although the earlier took longer to encrypt', async () => {
    const vault = await open();
    encrypting.shut();
    const first = vault.set('token', 'first-secret');
    await encrypting.reached();
    const second = vault.set('token', 'second-secret');
    encrypting.open();
    await Promise.all([first, second]);
    for (const each of [vault, await open()]) expect(each.get('token')).toBe('second-secret');
  });

  it('leave the earlier one when the disk refuses the later', async () => {
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

  it('do not come to disk later, with another change, when the disk refused them', async () => {
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

describe('a vault that has not asked the key store yet', () => {
  it('counts what is on disk as locked, and has it once it is unlocked', async () => {
    await (await open()).set('token', 'first-secret');
    const vault = create();
    expect([vault.get('token'), vault.isLocked, vault.isLockedIn('token'), vault.isSettled]).toEqual([
      null,
      true,
      true,
      false,
    ]);
    await vault.unlock();
    expect([vault.get('token'), vault.isLocked, vault.isSettled]).toEqual(['first-secret', false, true]);
  });

  it('asks once more, and not once for each call, when it is asked while the key store does not answer', async () => {
    await (await open()).set('token', 'first-secret');
    const vault = create();
    decrypting.shut();
    const first = vault.unlock();
    await decrypting.reached();
    const more = Array.from({ length: 5 }, () => vault.unlock());
    expect(new Set(more).size).toBe(1);
    decrypting.open();
    await Promise.all([first, ...more]);
    expect(vault.get('token')).toBe('first-secret');
    expect(decrypting.came).toBe(1);
  });
});

describe('a secret that an older key encrypted', () => {
  it('is encrypted anew and saved, once', async () => {
    await (await open()).set('token', 'first-secret');
    const before = onDisk();
    keyVersion = 2;
    const vault = await open();
    expect(vault.get('token')).toBe('first-secret');
    expect(before.token).toMatch(/^sealed-1-/);
    expect(onDisk().token).toMatch(/^sealed-2-/);
    expect(vault.isSettled).toBe(true);
    const { came } = encrypting;
    expect((await open()).get('token')).toBe('first-secret');
    expect(encrypting.came).toBe(came);
  });

  it('is given out although the disk refuses, and saved when it is asked again', async () => {
    await (await open()).set('token', 'first-secret');
    keyVersion = 2;
    const vault = create();
    writes.refuse = fullDisk;
    await expect(vault.unlock()).rejects.toThrow(StorageError);
    expect([vault.get('token'), vault.isPersistent, vault.isSettled]).toEqual(['first-secret', true, false]);
    expect(onDisk().token).toMatch(/^sealed-1-/);
    writes.reset();
    await vault.unlock();
    expect(onDisk().token).toMatch(/^sealed-2-/);
    expect(vault.isSettled).toBe(true);
  });

  it('stays forgotten when it was forgotten while it was encrypted anew', async () => {
    await (await open()).set('token', 'first-secret');
    keyVersion = 2;
    const vault = create();
    encrypting.shut();
    const unlocked = vault.unlock();
    await encrypting.reached();
    await vault.forget('token');
    encrypting.open();
    await unlocked;
    expect([vault.get('token'), onDisk()]).toEqual([null, {}]);
  });
});
