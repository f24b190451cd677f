// The access token of a store in the vault (document, sections 4.1 and 5). The refresh token is not kept: no documented call takes it.
import type { Vault } from '../storage/vault.ts';

export class SessionTokens {
  readonly #vault: Vault;
  readonly #storeId: () => string;
  #refused: string | null = null;

  constructor(vault: Vault, storeId: () => string) {
    this.#vault = vault;
    this.#storeId = storeId;
  }

  get #access(): string {
    return `${this.#storeId()}/access-token`;
  }

  /** Null when there is none, or when the service refused it in this run. */
  access(): string | null {
    const token = this.#vault.get(this.#access);
    return token === this.#refused ? null : token;
  }

  /** Keeps the token on disk until a new one replaces it: a gateway may answer 401 by mistake. */
  refuse(token: string): void {
    this.#refused = token;
  }

  /** The service no longer takes the token that is kept. */
  get isRefused(): boolean {
    return this.#refused !== null;
  }

  /** The access token is on disk but the key store is locked. */
  get isLocked(): boolean {
    return this.#vault.isLocked(this.#access);
  }

  async setAccess(token: string): Promise<void> {
    await this.#vault.set(this.#access, token);
    // A service may give the same token again.
    this.#refused = null;
  }

  forget(): Promise<void> {
    return this.#vault.delete(this.#access);
  }
}
