// A store's session with its service: the connection, the token, and the secrets to hide in answers. The refresh token is not
// stored, because no documented call takes it.
import type { Network } from '../service/network.ts';
import { createTransport, type Timeouts, type Transport } from '../service/transport.ts';
import type { Vault } from '../storage/vault.ts';
import type { StoreRecord } from '../store-record.ts';

export interface SessionDeps {
  readonly record: () => StoreRecord;
  readonly vault: Vault;
  readonly network: Network;
  /** Called when the service has answered 401 to the token. */
  readonly onSignedOut: () => void;
  /** Tests shorten them. */
  readonly timeouts?: Timeouts;
}

export class Session {
  readonly #prefix: string;
  readonly #tokenName: string;
  readonly client: Transport;
  /** The token to which the service answered 401 in this run. It stays on disk, because a gateway may answer 401 by mistake. */
  #refusedToken: string | null = null;

  /** @param onChange called when `isSignedIn` may have changed */
  constructor(
    private readonly deps: SessionDeps,
    private readonly onChange: () => void,
  ) {
    this.#prefix = `${deps.record().id}/`;
    this.#tokenName = `${this.#prefix}access-token`;
    this.client = createTransport(deps.record().serviceAddress, deps.network, deps.timeouts);
  }

  /** Null if there is none, or if the service refused it in this run. */
  token(): string | null {
    const token = this.deps.vault.get(this.#tokenName);
    return token === this.#refusedToken ? null : token;
  }

  get isSignedIn(): boolean {
    return this.token() !== null;
  }

  /** Whether the service has answered 401 since the last sign-in of this run. */
  get isExpired(): boolean {
    return this.#refusedToken !== null;
  }

  get isLocked(): boolean {
    return this.deps.vault.isLocked(this.#tokenName);
  }

  async signIn(accessToken: string): Promise<void> {
    await this.deps.vault.set(this.#tokenName, accessToken);
    // A service may issue the same token again.
    this.#refusedToken = null;
    this.onChange();
  }

  /** Removes the token; waiting changes stay. If the disk refuses, it rejects and the store stays signed in. */
  async signOut(): Promise<void> {
    await this.deps.vault.delete(this.#tokenName);
    this.onChange();
  }

  /** Call when the service has answered 401 to a token. Ignored if the token is no longer in use. */
  refused(token: string): void {
    if (this.token() !== token) return;
    this.#refusedToken = token;
    this.onChange();
    this.deps.onSignedOut();
  }

  /** The token and webhook keys of this store, to hide them in the service's answers. */
  secrets(): readonly string[] {
    return this.deps.vault.all(this.#prefix);
  }
}
