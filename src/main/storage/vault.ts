// Tokens and webhook keys: encrypted by the system's key store, or kept in memory only where there is none.
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

  /** Whether secrets are still there after a restart. */
  get keeps(): boolean {
    return this.#keyStore.isAvailable();
  }

  /** The secret, or null where there is none or the key store does not give it out. */
  get(name: string): string | null {
    const open = this.#open.get(name);
    if (open !== undefined) return open.secret;
    const kept = this.#document.value[name];
    if (kept === undefined || !this.keeps) return null;
    try {
      const secret = this.#keyStore.decrypt(kept);
      this.#open.set(name, { secret, ...holdSecret(secret) });
      return secret;
    } catch {
      // Encrypted by another user or another key store: as good as not there; the seller is asked again.
      return null;
    }
  }

  /** All secrets whose names begin with `prefix`, as far as the key store gives them out. */
  all(prefix: string): string[] {
    const names = new Set([...this.#open.keys(), ...Object.keys(this.#document.value)]);
    return [...names].filter((name) => name.startsWith(prefix)).flatMap((name) => this.get(name) ?? []);
  }

  /** Keeps a secret. Rejects with `StorageError` when it should go to disk and the disk refused. */
  async set(name: string, secret: string): Promise<void> {
    const held = holdSecret(secret);
    try {
      if (this.keeps) {
        await this.#document.save({ ...this.#document.value, [name]: this.#keyStore.encrypt(secret) });
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

  /** Forgets the secrets whose names begin with `prefix`. */
  async forget(prefix: string): Promise<void> {
    for (const [name, { release }] of [...this.#open]) {
      if (!name.startsWith(prefix)) continue;
      release();
      this.#open.delete(name);
    }
    const left = Object.entries(this.#document.value).filter(([name]) => !name.startsWith(prefix));
    if (left.length < Object.keys(this.#document.value).length) await this.#document.save(Object.fromEntries(left));
  }
}
