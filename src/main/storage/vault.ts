// Secrets (tokens, webhook keys, the team's invite): encrypted on disk by the system's key store, or only in memory if there is
// none. `open` decrypts all of them at once, because the system gives its key once per process.
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { createExclusive } from '../turns.ts';
import { type Document, openDocument } from './document.ts';
import type { OnSetAside } from './set-aside.ts';

/** The system's key store. Calls may wait for the seller to answer a system dialog. */
export interface KeyStore {
  isAvailable(): Promise<boolean>;
  /** Returns base64. Rejects if the key store refuses. */
  encrypt(text: string): Promise<string>;
  /** Rejects if the key store refuses, or if another user or key store encrypted the text. */
  decrypt(base64: string): Promise<string>;
}

export class Vault {
  /** Encrypted secrets by name. */
  readonly #document: Document<Readonly<Record<string, string>>>;
  /** Decrypted secrets by name. */
  readonly #secrets = new Map<string, string>();
  readonly #runExclusive = createExclusive();
  /** Whether secrets survive a restart. */
  isPersistent = false;

  constructor(
    private readonly keyStore: KeyStore,
    folder: string,
    onSetAside: OnSetAside,
  ) {
    this.#document = openDocument({
      folder,
      name: 'secrets',
      what: texts.storage.kept.signIns,
      schema: z.record(z.string(), z.string()),
      initial: {},
      onSetAside,
    });
  }

  /** Whether a secret on disk could not be decrypted: the key store is locked or was replaced. */
  isLocked(name: string): boolean {
    return Object.hasOwn(this.#document.value, name) && !this.#secrets.has(name);
  }

  /** Decrypts what is on disk. Call before `set`. Never rejects: `isLocked` says what could not be read. */
  open(): Promise<void> {
    return this.#runExclusive(async () => {
      this.isPersistent = await this.keyStore.isAvailable();
      if (!this.isPersistent) return;
      await Promise.all(Object.entries(this.#document.value).map(([name, sealed]) => this.#decrypt(name, sealed)));
    });
  }

  async #decrypt(name: string, sealed: string): Promise<void> {
    try {
      const secret = await this.keyStore.decrypt(sealed);
      keepOutOfLogs(secret);
      this.#secrets.set(name, secret);
    } catch (error) {
      console.error('A secret on disk could not be read', error);
    }
  }

  /** Null if there is none, or if it is locked. */
  get(name: string): string | null {
    return this.#secrets.get(name) ?? null;
  }

  /** All readable secrets whose names begin with `prefix`. */
  all(prefix: string): string[] {
    return [...this.#secrets].flatMap(([name, secret]) => (name.startsWith(prefix) ? secret : []));
  }

  /**
   * Rejects if the key store or the disk refuses, and then keeps the previous secret. Without a key store the one on
   * disk stays for a start that can read it.
   */
  set(name: string, secret: string): Promise<void> {
    keepOutOfLogs(secret);
    return this.#runExclusive(async () => {
      if (this.isPersistent) {
        const sealed = await this.keyStore.encrypt(secret);
        this.#document.save({ ...this.#document.value, [name]: sealed });
      }
      this.#secrets.set(name, secret);
    });
  }

  /** Deletes the secrets whose names begin with `prefix`. Rejects if the disk refuses, and then deletes none. */
  delete(prefix: string): Promise<void> {
    return this.#runExclusive(async () => {
      const entries = Object.entries(this.#document.value);
      const remaining = entries.filter(([name]) => !name.startsWith(prefix));
      if (remaining.length < entries.length) this.#document.save(Object.fromEntries(remaining));
      for (const name of [...this.#secrets.keys()]) if (name.startsWith(prefix)) this.#secrets.delete(name);
    });
  }

  /** Resolves when all earlier calls have ended. */
  settled(): Promise<void> {
    return this.#runExclusive(async () => undefined);
  }
}

/** Hiding shorter secrets would make the log unreadable. */
const SHORTEST = 4;
/** Of this run, hidden in the log. None is forgotten, because a late error may contain it. */
const secrets = new Set<string>();

export function keepOutOfLogs(secret: string): void {
  if (secret.length >= SHORTEST) secrets.add(secret);
}

export const knownSecrets = (): readonly string[] => [...secrets];
