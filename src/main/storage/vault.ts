// Stores tokens and webhook keys encrypted by the system's key store, or in memory only where there is none.
//
// `get` reads memory only, which `unlock` fills from the key store, so a secret never appears between two calls of it.

import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { type OwnedDocument, openDocument } from './document.ts';
import { createExclusive } from './exclusive.ts';
import { holdSecret } from './known-secrets.ts';
import type { OnSetAside } from './set-aside.ts';

/** The system's key store. Calls may wait for the user to answer a system dialog. */
export interface KeyStore {
  isAvailable(): Promise<boolean>;
  /** Returns base64. Rejects where the key store refuses. */
  encrypt(text: string): Promise<string>;
  /** Rejects where the key store refuses. `isOutdated`: encrypt the text again, because the key was replaced. */
  decrypt(base64: string): Promise<{ readonly text: string; readonly isOutdated: boolean }>;
}

const secretsSchema = z.record(z.string(), z.string());

type Entries = readonly (readonly [name: string, secret: string])[];

/** A running `set`. A `forget` during it wins. */
interface Change {
  readonly name: string;
  isForgotten: boolean;
}

export class Vault {
  readonly #keyStore: KeyStore;
  readonly #document: OwnedDocument<Record<string, string>>;
  /** Decrypted secrets; hidden from the log until they are forgotten. */
  readonly #open = new Map<string, { readonly secret: string; readonly release: () => void }>();
  /** Names forgotten in this run. The disk may still have them where it refused to remove them; they count as removed. */
  readonly #forgotten = new Set<string>();
  /** Encrypted secrets that are being written. A forgotten name stays forgotten until its new secret is on disk. */
  readonly #pending = new Map<string, string>();
  readonly #changes = new Set<Change>();
  /** Names on disk that are encrypted with a replaced key. */
  readonly #outdated = new Set<string>();
  #isAvailable = false;
  /** Serializes calls of the key store, so that the later of two secrets with the same name is stored. */
  readonly #runExclusive = createExclusive();
  #lastWrite: Promise<void> = Promise.resolve();
  /** An `unlock` that has not started; concurrent calls share it. */
  #nextUnlock: Promise<void> | null = null;

  /** Secrets on disk are locked until `unlock`. */
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

  /** Whether all secrets survive a restart, according to the key store's last answer. */
  get isPersistent(): boolean {
    return this.#isAvailable && this.#memoryOnly().length === 0;
  }

  /** Whether secrets on disk could not be decrypted: the key store is locked or was replaced. */
  get isLocked(): boolean {
    return Object.keys(this.#onDisk()).some((name) => this.isLockedIn(name));
  }

  isLockedIn(name: string): boolean {
    return Object.hasOwn(this.#onDisk(), name) && !this.#open.has(name);
  }

  /** Whether `unlock` has nothing to do: no secret is locked, in memory only, outdated, or forgotten and still on disk. */
  get isSettled(): boolean {
    return this.isPersistent && !this.isLocked && this.#outdated.size === 0 && !this.#hasForgotten();
  }

  /** Encrypted secrets on disk, without forgotten ones. */
  #onDisk(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.#document.value).filter(([name]) => !this.#forgotten.has(name)));
  }

  /** Whether forgotten secrets are still on disk. */
  #hasForgotten(): boolean {
    return Object.keys(this.#document.value).some((name) => this.#forgotten.has(name));
  }

  /**
   * Decrypts locked secrets, encrypts those that are in memory only or outdated, and removes forgotten ones from the disk.
   * Rejects when the key store or the disk refuses; locked secrets are decrypted even then.
   */
  unlock(): Promise<void> {
    this.#nextUnlock ??= this.#runExclusive(async () => {
      this.#nextUnlock = null;
      await this.#decryptAll();
      const secrets = this.#isAvailable ? [...this.#memoryOnly(), ...this.#entriesOf(this.#outdated)] : [];
      if (secrets.length > 0 || this.#hasForgotten()) await this.#encryptAndWrite(secrets);
    });
    return this.#nextUnlock;
  }

  #memoryOnly(): Entries {
    const onDisk = this.#onDisk();
    return [...this.#open].flatMap(([name, { secret }]) => (Object.hasOwn(onDisk, name) ? [] : [[name, secret]]));
  }

  #entriesOf(names: Iterable<string>): Entries {
    return [...names].flatMap((name) => {
      const secret = this.get(name);
      return secret === null ? [] : [[name, secret]];
    });
  }

  /** @param isWanted false for a secret that was forgotten while it was encrypted */
  async #encryptAndWrite(secrets: Entries, isWanted = (name: string) => this.#open.has(name)): Promise<void> {
    const all = await Promise.all(
      secrets.map(async ([name, secret]) => [name, await this.#keyStore.encrypt(secret)] as const),
    );
    const encrypted = all.filter(([name]) => isWanted(name));
    for (const [name, text] of encrypted) this.#pending.set(name, text);
    // `forget` may have removed or replaced a pending secret meanwhile.
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

  /** Composed when the write starts, so that it does not include what an earlier write failed to store. */
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
    // The secret may have been forgotten meanwhile.
    if (this.#onDisk()[name] !== sealed) return;
    const { text: secret, isOutdated } = decrypted;
    this.#open.set(name, { secret, ...holdSecret(secret) });
    if (isOutdated) this.#outdated.add(name);
  }

  /** Null where there is none or it is locked. */
  get(name: string): string | null {
    return this.#open.get(name)?.secret ?? null;
  }

  /** All unlocked secrets whose names begin with `prefix`. */
  all(prefix: string): string[] {
    return [...this.#open].flatMap(([name, { secret }]) => (name.startsWith(prefix) ? secret : []));
  }

  /** Stores a secret, and those that are in memory only. Until it resolves, and if it rejects, the previous secret stays. */
  set(name: string, secret: string): Promise<void> {
    const change = { name, isForgotten: false };
    const held = holdSecret(secret);
    this.#changes.add(change);
    return this.#runExclusive(async () => {
      try {
        await this.#persist(change, secret);
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

  /** Writes a change to disk if there is a key store. */
  async #persist(change: Change, secret: string): Promise<void> {
    const { name } = change;
    this.#isAvailable = await this.#keyStore.isAvailable();
    if (change.isForgotten) return;
    if (!this.#isAvailable) {
      // The stored one stays, for a restart that can read it; it is replaced once something can be encrypted.
      if (Object.hasOwn(this.#onDisk(), name)) this.#outdated.add(name);
      return;
    }
    const others = this.#memoryOnly().filter(([each]) => each !== name);
    await this.#encryptAndWrite([...others, [name, secret]], (each) =>
      each === name ? !change.isForgotten : this.#open.has(each),
    );
  }

  /** Resolves when all writes so far have ended. */
  async settled(): Promise<void> {
    await this.#lastWrite.catch(() => undefined);
    await this.#document.settled();
  }

  /** Deletes the secrets whose names begin with `prefix`. In this run they stay deleted even when the disk refuses. */
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
