// Connects to the server of a team, and reconnects whenever the connection is lost.
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
import { ConnectedTeam, type ConnectedTeamDeps } from './connected-team.ts';
import { dialer } from './dial.ts';
import { serverOn } from './stream.ts';

export type ConnectionState = 'connected' | 'offline' | 'revoked';

export interface ConnectionDeps extends ConnectedTeamDeps {
  readonly network: Network;
  /** `error`: why there is no connection. */
  readonly onState: (state: ConnectionState, error: Error | null) => void;
}

const CONNECT_MS = 5_000;
/** A connection that ends sooner counts as failed. */
const LASTED_MS = 5_000;
const RETRY_MS = { first: 250, most: 15_000 };
/** A server that reloads its users may refuse a known computer once. */
const REFUSALS = 2;
/** The server does not tell a computer that it accepts it again. */
const RETRY_REVOKED_MS = 30_000;
/**
 * The time between pings, in ms. Two pings without an answer end the connection; on a slow line the answer waits behind
 * data that was requested before.
 */
const PING_MS = 20_000;

export const publicKeyOf = ({ seed }: Invite): string => fromSeed(Buffer.from(seed)).getPublicKey();

/**
 * Connects as the app does to the service: through the system's proxies, trusting its certificates unless the invite
 * names its own. Rejects if no server of the invite answers, or if one refuses this computer: see `isRefusal`. The
 * client must not reconnect by itself: it would not say why it cannot, and what runs on a connection has to check the
 * server again.
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
    // An older nats-server cannot require TLS 1.3.
    tls: {
      minVersion: 'TLSv1.3',
      ...(invite.ca !== null && { ca: invite.ca }),
      ...(secureContext && { secureContext }),
    },
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
  readonly publicKey: string;
  readonly #deps: ConnectionDeps;
  readonly #running: Promise<void>;
  readonly #stopping = new AbortController();
  /** What runs while it is connected. */
  #connected: ConnectedTeam | null = null;
  #connectedAt: number | null = null;
  #pause = new AbortController();

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
    this.publicKey = publicKeyOf(deps.invite);
    this.#running = this.#run();
  }

  get connected(): ConnectedTeam | null {
    return this.#connected;
  }

  /** Tries at once instead of after a pause. Call when the network is back or the computer woke up. */
  wake(): void {
    this.#pause.abort();
  }

  /** Resolves when nothing is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#pause.abort();
    this.#connected?.stop();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let refusals = 0;
    for (let retryMs = RETRY_MS.first; !signal.aborted; ) {
      this.#connectedAt = null;
      const error = await this.#runConnected().then(
        () => null,
        (cause: unknown) => cause,
      );
      if (signal.aborted) return;
      refusals = isRefusal(error) ? refusals + 1 : 0;
      const isRevoked = refusals >= REFUSALS;
      const lastedMs = this.#connectedAt === null ? 0 : performance.now() - this.#connectedAt;
      const hasLasted = lastedMs > LASTED_MS && !(error instanceof StorageError);
      if (hasLasted) retryMs = RETRY_MS.first;
      // After a connection that lasted, the next try decides whether this computer is offline. A single refusal may be a mistake.
      else if (isRevoked || refusals === 0)
        this.#deps.onState(isRevoked ? 'revoked' : 'offline', error instanceof Error ? error : null);
      this.#pause = new AbortController();
      // Ended early by `wake` and `stop`.
      await setTimeout(isRevoked ? RETRY_REVOKED_MS : retryMs, undefined, { signal: this.#pause.signal }).catch(
        () => undefined,
      );
      if (!hasLasted) retryMs = Math.min(RETRY_MS.most, retryMs * 2);
    }
  }

  /** Resolves when stopped. Rejects with the reason why there is no connection any more. */
  async #runConnected(): Promise<void> {
    const { invite, network, onState } = this.#deps;
    const connection = await connectWith(invite, network, this.#stopping.signal);
    try {
      const server = await serverOn(connection, invite, this.publicKey);
      this.#connected = new ConnectedTeam(connection, server, this.#deps);
      if (this.#stopping.signal.aborted) return;
      const running = this.#connected.run();
      this.#connectedAt = performance.now();
      onState('connected', null);
      await running;
    } finally {
      this.#connected = null;
      await connection.close();
    }
  }
}

/** The server no longer knows this computer. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AuthorizationError ||
  error instanceof UserAuthenticationExpiredError ||
  (error instanceof Error && error.cause !== undefined && isRefusal(error.cause));
