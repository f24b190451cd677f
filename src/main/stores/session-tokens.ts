// The tokens of a store in the vault (document, sections 4.1 and 5).
import type { Vault } from '../storage/vault.ts';

export class SessionTokens {
  readonly #vault: Vault;
  readonly #storeId: () => string;

  constructor(vault: Vault, storeId: () => string) {
    this.#vault = vault;
    this.#storeId = storeId;
  }

  get #access(): string {
    return `${this.#storeId()}/access-token`;
  }

  /** Stored but unused: no documented call takes it. */
  get #refresh(): string {
    return `${this.#storeId()}/refresh-token`;
  }

  access(): string | null {
    return this.#vault.get(this.#access);
  }

  /** The access token is on disk but the key store is locked. */
  get isLocked(): boolean {
    return this.#vault.isLockedIn(this.#access);
  }

  setAccess(token: string): Promise<void> {
    return this.#vault.set(this.#access, token);
  }

  setRefresh(token: string): Promise<void> {
    return this.#vault.set(this.#refresh, token);
  }

  async forget(): Promise<void> {
    await Promise.all([this.#access, this.#refresh].map((name) => this.#vault.forget(name)));
  }
}
