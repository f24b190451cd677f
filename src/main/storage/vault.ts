// Tokens and webhook keys: encrypted by the system's key store, or kept in memory only where there is none.
//
// `get` reads memory only. The key store is read by `unlock`, so a secret never appears between two calls of it.
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { type OwnedDocument, openDocument } from './document.ts';
import { holdSecret } from './known-secrets.ts';
import type { OnSetAside } from './set-aside.ts';

/** The system's key store. `encrypt` and `decrypt` throw where it refuses. */
export interface KeyStore {
  isAvailable(): boolean;
  /** Base64 of the encrypted text. */
  encrypt(text: string): string;
  decrypt(base64: string): string;
}

const secretsSchema = z.record(z.string(), z.string());

export class Vault {
  readonly #keyStore: KeyStore;
  readonly #document: OwnedDocument<Record<string, string>>;
  /** What was read or set in this run, kept out of the log until it is forgotten. */
  readonly #open = new Map<string, { readonly secret: string; readonly release: () => void }>();
  /** Forgotten in this run: what the disk may still hold of these, because it refused to remove it, does not count. */
  readonly #forgotten = new Set<string>();
  /** Encrypted and being written. A forgotten name counts as forgotten until the new secret is on disk. */
  readonly #pending = new Map<string, string>();
  #isAvailable = false;

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
    this.#decryptAll();
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

  /** Whether `unlock` has nothing to do: no secret is locked, in memory only, or forgotten and still on disk. */
  get isSettled(): boolean {
    return this.keeps && !this.isLocked && !this.#hasForgotten();
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
   * Asks the key store again: decrypts what was locked, and encrypts what is in memory only. Removes from the disk what
   * it refused to remove before. Rejects when the key store or the disk refuses; what was locked is decrypted even then.
   */
  async unlock(): Promise<void> {
    this.#decryptAll();
    const unkept = this.#isAvailable ? this.#unkept() : [];
    if (unkept.length > 0 || this.#hasForgotten()) await this.#keep(unkept);
  }

  /** What is in memory only. */
  #unkept(): [name: string, secret: string][] {
    const onDisk = this.#onDisk();
    return [...this.#open].flatMap(([name, { secret }]) => (Object.hasOwn(onDisk, name) ? [] : [[name, secret]]));
  }

  /** Encrypts these, and writes them in one write, which removes what was forgotten. */
  async #keep(secrets: readonly (readonly [name: string, secret: string])[]): Promise<void> {
    const encrypted = secrets.map(([name, secret]) => [name, this.#keyStore.encrypt(secret)] as const);
    for (const [name, text] of encrypted) this.#pending.set(name, text);
    try {
      await this.#write();
      for (const [name] of encrypted) this.#forgotten.delete(name);
    } finally {
      for (const [name] of encrypted) this.#pending.delete(name);
    }
  }

  #write(): Promise<void> {
    return this.#document.save({ ...this.#onDisk(), ...Object.fromEntries(this.#pending) });
  }

  #decryptAll(): void {
    this.#isAvailable = this.#keyStore.isAvailable();
    if (!this.#isAvailable) return;
    for (const [name, sealed] of Object.entries(this.#onDisk())) {
      if (this.#open.has(name)) continue;
      try {
        const secret = this.#keyStore.decrypt(sealed);
        this.#open.set(name, { secret, ...holdSecret(secret) });
      } catch {
        // Locked, or encrypted by another user or key store: `isLocked` reports it.
      }
    }
  }

  /** The secret, or null where there is none or the key store has not given it out. */
  get(name: string): string | null {
    return this.#open.get(name)?.secret ?? null;
  }

  /** All secrets whose names begin with `prefix`, as far as the key store gives them out. */
  all(prefix: string): string[] {
    return [...this.#open].flatMap(([name, { secret }]) => (name.startsWith(prefix) ? secret : []));
  }

  /** Keeps a secret, and with it what is in memory only. Rejects with `StorageError` when it should go to disk and the disk refused. */
  async set(name: string, secret: string): Promise<void> {
    const held = holdSecret(secret);
    try {
      this.#isAvailable = this.#keyStore.isAvailable();
      if (this.#isAvailable) {
        // The last one counts where there are two of a name.
        await this.#keep([...this.#unkept(), [name, secret]]);
      } else if (name in this.#document.value) {
        // An older one must not come back when the key store does.
        await this.forget(name);
      }
    } catch (error) {
      held.release();
      throw error;
    }
    this.#open.get(name)?.release();
    this.#open.set(name, { secret, ...held });
  }

  /** Resolves when all that was set or forgotten so far is on disk, or was refused. */
  settled(): Promise<void> {
    return this.#document.settled();
  }

  /** Forgets the secrets whose names begin with `prefix`. They stay forgotten in this run when the disk refuses. */
  async forget(prefix: string): Promise<void> {
    for (const [name, { release }] of [...this.#open]) {
      if (!name.startsWith(prefix)) continue;
      release();
      this.#open.delete(name);
    }
    for (const name of Object.keys(this.#document.value)) {
      if (!name.startsWith(prefix)) continue;
      this.#forgotten.add(name);
      this.#pending.delete(name);
    }
    if (this.#hasForgotten()) await this.#write();
  }
}
