// Connects to the server of a team, and again whenever the connection is lost.
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fromSeed } from '@nats-io/nkeys';
import {
  AuthorizationError,
  connect,
  type NatsConnection,
  nkeyAuthenticator,
  UserAuthenticationExpiredError,
} from '@nats-io/transport-node';
import { withQuietEnd } from '../../team-protocol/closed-socket.ts';
import type { Invite } from '../../team-protocol/invite.ts';
import { inboxPrefixOf } from '../../team-protocol/names.ts';
import type { Network } from '../service/network.ts';
import { StorageError } from '../storage/durable-file.ts';
import type { ShareProgress } from './catalog-share.ts';
import { dialer } from './dial.ts';
import { Session, type SessionDeps } from './session.ts';

export type ConnectionState = 'connected' | 'offline' | 'revoked';

export interface ConnectionDeps extends Omit<SessionDeps, 'publicKey'> {
  readonly network: Network;
  /** `error`: why there is no connection. */
  readonly onState: (state: ConnectionState, error: Error | null) => void;
}

const CONNECT_MS = 5_000;
/** A connection that ended sooner did not work. */
const LASTED_MS = 1_000;
/** After such a time the next tries begin with short pauses again: each connection leaves consumers on the server for minutes. */
const STEADY_MS = 60_000;
export const RETRY_MS = { first: 250, most: 15_000 };
/** A server that reloads its users may refuse a known one, once. */
export const REFUSALS = 2;
/** The server does not notify computers that it accepts again. */
const RETRY_REVOKED_MS = 30_000;
/**
 * Between pings, in ms. Two without an answer end the connection; on a slow line the answer waits behind data that was requested
 * before.
 */
const PING_MS = 20_000;

export const publicKeyOf = ({ seed }: Invite): string => fromSeed(Buffer.from(seed)).getPublicKey();

/**
 * Connects as the app does to the service: through the system's proxies, trusting its certificates unless the invite names its own.
 * Rejects if no server of the invite answers, or one refuses this computer: see `isRefusal`.
 *
 * @param signal ends the connection
 */
export async function connectWith(
  invite: Invite,
  network: Network,
  signal = new AbortController().signal,
): Promise<NatsConnection> {
  const secureContext = invite.ca === null ? await network.trust() : undefined;
  const options = {
    servers: invite.servers,
    authenticator: nkeyAuthenticator(Buffer.from(invite.seed)),
    inboxPrefix: inboxPrefixOf(publicKeyOf(invite)),
    tls: { ...(invite.ca !== null && { ca: invite.ca }), ...(secureContext && { secureContext }) },
    reconnect: false,
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    // A proxy resolves names itself.
    resolve: false,
    dial: dialer(network, CONNECT_MS, signal),
  };
  return withQuietEnd(await connect(options));
}

export class TeamConnection {
  readonly #deps: ConnectionDeps;
  readonly #publicKey: string;
  readonly #running: Promise<void>;
  #session: Session | null = null;
  readonly #stopping = new AbortController();
  #pause = new AbortController();

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
    this.#publicKey = publicKeyOf(deps.invite);
    this.#running = this.#run();
  }

  get publicKey(): string {
    return this.#publicKey;
  }

  /** Null while it is not connected. */
  get progress(): ShareProgress | null {
    return this.#session?.progress ?? null;
  }

  /** Tries at once instead of after a pause. Call when the network is back or the computer woke up. */
  wake(): void {
    this.#pause.abort();
  }

  /** Call when the number of waiting changes or the rows of a store may differ. */
  changed(): void {
    this.#session?.changed();
  }

  /** Call when rows of a store may have changed. */
  rowsChanged(storeId: string): void {
    this.#session?.rowsChanged(storeId);
  }

  /** Call when a store was opened. */
  storesChanged(): void {
    this.#session?.storesChanged();
  }

  /** Resolves when the catalog of a store is no longer used. Remove it from `stores` before. */
  async release(storeId: string): Promise<void> {
    await this.#session?.release(storeId);
  }

  /** Resolves when nothing is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#pause.abort();
    this.#session?.stop();
    await this.#running;
  }

  /** As `stop`; the other computers no longer list this one. */
  async leave(): Promise<void> {
    await this.#session?.sayGoodbye().catch((error: unknown) =>
      // It stays listed with the time when it was last seen.
      console.error('Could not notify the team that this computer has left', (error as Error).message),
    );
    await this.stop();
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #run(): Promise<void> {
    let refusals = 0;
    for (let retryMs = RETRY_MS.first; !this.#isStopped; ) {
      let connection: NatsConnection | null = null;
      let error: unknown = null;
      const since = performance.now();
      try {
        connection = await this.#connect();
        if (connection) await this.#runSession(connection);
      } catch (cause) {
        error = cause;
      }
      await connection?.close();
      if (this.#isStopped) return;
      refusals = isRefusal(error) ? refusals + 1 : 0;
      const isRevoked = refusals >= REFUSALS;
      const lastedMs = connection === null ? 0 : performance.now() - since;
      if (lastedMs > STEADY_MS) retryMs = RETRY_MS.first;
      // Another server of the cluster may be there: the next try decides whether this computer is offline.
      const isLost = lastedMs > LASTED_MS && retryMs === RETRY_MS.first && !(error instanceof StorageError);
      if (isRevoked || (!isLost && refusals === 0))
        this.#deps.onState(isRevoked ? 'revoked' : 'offline', asError(error));
      await this.#wait(isRevoked ? RETRY_REVOKED_MS : retryMs);
      retryMs = Math.min(RETRY_MS.most, retryMs * 2);
    }
  }

  async #runSession(connection: NatsConnection): Promise<void> {
    this.#session = new Session(connection, { ...this.#deps, publicKey: this.#publicKey });
    try {
      const running = this.#session.run();
      this.#deps.onState('connected', null);
      await running;
    } finally {
      this.#session = null;
    }
  }

  /** Null if it was stopped meanwhile: a server that does not answer must not hold up the end of the app. */
  async #connect(): Promise<NatsConnection | null> {
    const { signal } = this.#stopping;
    const connecting = connectWith(this.#deps.invite, this.#deps.network, signal);
    const decided = new AbortController();
    const stopped = once(signal, 'abort', { signal: decided.signal }).then(() => null);
    stopped.catch(() => undefined);
    try {
      const connection = signal.aborted ? null : await Promise.race([connecting, stopped]);
      if (!connection) void connecting.then((late) => late.close()).catch(() => undefined);
      return connection;
    } finally {
      decided.abort();
    }
  }

  async #wait(ms: number): Promise<void> {
    this.#pause = new AbortController();
    // Ended early by `wake` and `stop`.
    await setTimeout(ms, undefined, { signal: this.#pause.signal }).catch(() => undefined);
  }
}

const asError = (error: unknown): Error | null => (error instanceof Error ? error : null);

/** The server no longer knows this computer. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AuthorizationError ||
  error instanceof UserAuthenticationExpiredError ||
  (error instanceof Error && error.cause !== undefined && isRefusal(error.cause));
