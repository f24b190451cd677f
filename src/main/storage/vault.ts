// Tokens and webhook keys: encrypted by the system's key store, or kept in memory only where there is none.
//
// `get` reads memory only. The key store is read by `unlock`, so a secret never appears between two calls of it.

import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { type OwnedDocument, openDocument } from './document.ts';
import { createExclusive } from './exclusive.ts';
import { holdSecret } from './known-secrets.ts';
import type { OnSetAside } from './set-aside.ts';

/** The system's key store. It may take as long as the person takes to answer a question of the system. */
export interface KeyStore {
  isAvailable(): Promise<boolean>;
  /** Base64 of the encrypted text. Rejects where the key store refuses. */
  encrypt(text: string): Promise<string>;
  /** Rejects where the key store refuses. `isOutdated`: the text should be encrypted again, there is a better key. */
  decrypt(base64: string): Promise<{ readonly text: string; readonly isOutdated: boolean }>;
}

const secretsSchema = z.record(z.string(), z.string());

type Entries = readonly (readonly [name: string, secret: string])[];

/** A `set` under way. A `forget` that comes meanwhile wins. */
interface Change {
  readonly name: string;
  isForgotten: boolean;
}

export class Vault {
  readonly #keyStore: KeyStore;
  readonly #document: OwnedDocument<Record<string, string>>;
  /** What was read or set in this run, kept out of the log until it is forgotten. */
  readonly #open = new Map<string, { readonly secret: string; readonly release: () => void }>();
  /** Forgotten in this run: what the disk may still hold of these, because it refused to remove it, does not count. */
  readonly #forgotten = new Set<string>();
  /** Encrypted and being written. A forgotten name counts as forgotten until the new secret is on disk. */
  readonly #pending = new Map<string, string>();
  /** Each `set` that has not ended yet. */
  readonly #changes = new Set<Change>();
  /** On disk, but encrypted with a key that the key store replaces. */
  readonly #outdated = new Set<string>();
  #isAvailable = false;
  /** What asks the key store runs one after the other, so that of two secrets of one name the later one stays. */
  readonly #runExclusive = createExclusive();
  #lastWrite: Promise<void> = Promise.resolve();
  /** An `unlock` that has not begun: who asks meanwhile shares it. */
  #nextUnlock: Promise<void> | null = null;

  /** All that is on disk counts as locked until `unlock` has read the key store. */
  constructor(keyStore: KeyStore, folder: string, onSetAside: OnSetAside) {
    this.#keyStore = keyStore;
    this.#document = openDocument({
      folder,
      name: 'secrets',
      what: texts.storage.kept.signIns,
      parse: (value) => secretsSchema.safeParse(value).data ?? null,
      initial: {},
      onSetAside,
    });
  }

  /** Whether secrets are still there after a restart, all of them, as the key store last answered. */
  get keeps(): boolean {
    return this.#isAvailable && this.#unkept().length === 0;
  }

  /** Whether secrets on disk could not be decrypted: the key store is locked, or is another one than before. */
  get isLocked(): boolean {
    return Object.keys(this.#onDisk()).some((name) => this.isLockedIn(name));
  }

  /** The same for one secret. */
  isLockedIn(name: string): boolean {
    return Object.hasOwn(this.#onDisk(), name) && !this.#open.has(name);
  }

  /** Whether `unlock` has nothing to do: no secret is locked, in memory only, outdated, or forgotten and still on disk. */
  get isSettled(): boolean {
    return this.keeps && !this.isLocked && this.#outdated.size === 0 && !this.#hasForgotten();
  }

  /** What is on disk, encrypted, without what was forgotten. */
  #onDisk(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.#document.value).filter(([name]) => !this.#forgotten.has(name)));
  }

  /** Whether the disk still holds what was forgotten. */
  #hasForgotten(): boolean {
    return Object.keys(this.#document.value).some((name) => this.#forgotten.has(name));
  }

  /**
   * Asks the key store: decrypts what is locked, and encrypts what is in memory only or outdated. Removes from the disk what
   * it refused to remove before. Rejects when the key store or the disk refuses; what was locked is decrypted even then.
   */
  unlock(): Promise<void> {
    this.#nextUnlock ??= this.#runExclusive(async () => {
      this.#nextUnlock = null;
      await this.#decryptAll();
      const secrets = this.#isAvailable ? [...this.#unkept(), ...this.#of(this.#outdated)] : [];
      if (secrets.length > 0 || this.#hasForgotten()) await this.#keep(secrets);
    });
    return this.#nextUnlock;
  }

  /** What is in memory only. */
  #unkept(): Entries {
    const onDisk = this.#onDisk();
    return [...this.#open].flatMap(([name, { secret }]) => (Object.hasOwn(onDisk, name) ? [] : [[name, secret]]));
  }

  #of(names: Iterable<string>): Entries {
    return [...names].flatMap((name) => {
      const secret = this.get(name);
      return secret === null ? [] : [[name, secret]];
    });
  }

  /**
   * Encrypts these, and writes them in one write, which removes what was forgotten.
   * @param isWanted whether a secret has not been forgotten while it was encrypted
   */
  async #keep(secrets: Entries, isWanted = (name: string) => this.#open.has(name)): Promise<void> {
    const all = await Promise.all(
      secrets.map(async ([name, secret]) => [name, await this.#keyStore.encrypt(secret)] as const),
    );
    const encrypted = all.filter(([name]) => isWanted(name));
    for (const [name, text] of encrypted) this.#pending.set(name, text);
    // One that a `forget` has removed, or will, is not pending any more.
    const isPending = ([name, text]: (typeof encrypted)[number]) => this.#pending.get(name) === text;
    try {
      await this.#write();
      for (const each of encrypted.filter(isPending)) {
        this.#forgotten.delete(each[0]);
        this.#outdated.delete(each[0]);
      }
    } finally {
      for (const each of encrypted.filter(isPending)) this.#pending.delete(each[0]);
    }
  }

  /** Composed when its turn comes: what an earlier write failed to bring to disk must not come along with a later one. */
  #write(): Promise<void> {
    const write = () => this.#document.save({ ...this.#onDisk(), ...Object.fromEntries(this.#pending) });
    this.#lastWrite = this.#lastWrite.then(write, write);
    return this.#lastWrite;
  }

  async #decryptAll(): Promise<void> {
    this.#isAvailable = await this.#keyStore.isAvailable();
    if (!this.#isAvailable) return;
    const locked = Object.entries(this.#onDisk()).filter(([name]) => !this.#open.has(name));
    await Promise.all(locked.map(([name, sealed]) => this.#decrypt(name, sealed)));
  }

  async #decrypt(name: string, sealed: string): Promise<void> {
    let decrypted: Awaited<ReturnType<KeyStore['decrypt']>>;
    try {
      decrypted = await this.#keyStore.decrypt(sealed);
    } catch {
      // Locked, or encrypted by another user or key store: `isLocked` reports it.
      return;
    }
    // It may have been forgotten meanwhile.
    if (this.#onDisk()[name] !== sealed) return;
    const { text: secret, isOutdated } = decrypted;
    this.#open.set(name, { secret, ...holdSecret(secret) });
    if (isOutdated) this.#outdated.add(name);
  }

  /** The secret, or null where there is none or the key store has not given it out. */
  get(name: string): string | null {
    return this.#open.get(name)?.secret ?? null;
  }

  /** All secrets whose names begin with `prefix`, as far as the key store gives them out. */
  all(prefix: string): string[] {
    return [...this.#open].flatMap(([name, { secret }]) => (name.startsWith(prefix) ? secret : []));
  }

  /**
   * Keeps a secret, and with it what is in memory only; the secret before holds until then. Rejects with `StorageError` when it
   * should go to disk and the disk refused. Where it was forgotten meanwhile, it stays forgotten.
   */
  set(name: string, secret: string): Promise<void> {
    const change = { name, isForgotten: false };
    const held = holdSecret(secret);
    this.#changes.add(change);
    return this.#runExclusive(async () => {
      try {
        await this.#place(change, secret);
        if (change.isForgotten) {
          held.release();
          return;
        }
        this.#open.get(name)?.release();
        this.#open.set(name, { secret, ...held });
      } catch (error) {
        held.release();
        throw error;
      } finally {
        this.#changes.delete(change);
      }
    });
  }

  /** Brings a change to disk, as far as it goes there. */
  async #place(change: Change, secret: string): Promise<void> {
    const { name } = change;
    this.#isAvailable = await this.#keyStore.isAvailable();
    if (change.isForgotten) return;
    if (!this.#isAvailable) return this.#drop(change);
    const others = this.#unkept().filter(([each]) => each !== name);
    await this.#keep([...others, [name, secret]], (each) =>
      each === name ? !change.isForgotten : this.#open.has(each),
    );
  }

  /** Removes the older secret of a name that is in memory only from now on: it must not come back when the key store does. */
  async #drop(change: Change): Promise<void> {
    const { name } = change;
    if (!Object.hasOwn(this.#onDisk(), name)) return;
    this.#forgotten.add(name);
    try {
      await this.#write();
    } catch (error) {
      if (!change.isForgotten) this.#forgotten.delete(name);
      throw error;
    }
  }

  /** Resolves when all that was forgotten so far, and what is encrypted already, is on disk or was refused. */
  async settled(): Promise<void> {
    await this.#lastWrite.catch(() => undefined);
    await this.#document.settled();
  }

  /** Forgets the secrets whose names begin with `prefix`. They stay forgotten in this run when the disk refuses. */
  async forget(prefix: string): Promise<void> {
    for (const change of this.#changes) if (change.name.startsWith(prefix)) change.isForgotten = true;
    for (const [name, { release }] of [...this.#open]) {
      if (!name.startsWith(prefix)) continue;
      release();
      this.#open.delete(name);
    }
    for (const name of [...Object.keys(this.#document.value), ...this.#pending.keys()]) {
      if (!name.startsWith(prefix)) continue;
      this.#forgotten.add(name);
      this.#pending.delete(name);
      this.#outdated.delete(name);
    }
    if (this.#hasForgotten()) await this.#write();
  }
}
