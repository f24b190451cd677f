// Connects to the server of a team by the routes of the service client: through the system's proxies, never past one that refuses.
import { addAbortListener } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { fromSeed } from '@nats-io/nkeys';
import {
  AuthorizationError,
  connect,
  type NatsConnection,
  nkeyAuthenticator,
  UserAuthenticationExpiredError,
} from '@nats-io/transport-node';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import { withQuietEnd } from '../../team-protocol/closed-socket.ts';
import type { Invite } from '../../team-protocol/invite.ts';
import { inboxPrefixOf } from '../../team-protocol/names.ts';
import { connectorTo, type Network } from '../service/network.ts';

const CONNECT_MS = 5_000;
/**
 * The time between pings, in ms. Two pings without an answer end the connection; on a slow line the answer waits behind
 * data that was requested before.
 */
const PING_MS = 20_000;

export const publicKeyOf = ({ seed }: Invite): string => fromSeed(Buffer.from(seed)).getPublicKey();

/**
 * Trusts the system's certificates unless the invite names its own. Rejects if no server of the invite answers, or if
 * one refuses this computer: see `isRefusal`. The client must not reconnect by itself: it would not say why it cannot,
 * and what runs on a connection has to check the server again.
 *
 * @param signal ends the connection
 */
export async function connectWith(invite: Invite, network: Network, signal: AbortSignal): Promise<NatsConnection> {
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
    // For several routes, one after the other.
    timeout: 4 * CONNECT_MS,
    pingInterval: PING_MS,
    // A proxy resolves names itself.
    resolve: false,
    dial: (server: Server) => dial(server, network, signal),
  };
  return withQuietEnd(await connect(options));
}

/** The server no longer knows this computer. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AuthorizationError ||
  error instanceof UserAuthenticationExpiredError ||
  (error instanceof Error && error.cause !== undefined && isRefusal(error.cause));

/** The client has no option for another `dial`, and creates its transports itself. */
const dialDirectly = NodeTransport.prototype.dial;
/** Its `hostname` is without brackets. */
type Server = Parameters<typeof dialDirectly>[0];
NodeTransport.prototype.dial = function (server) {
  const options = this.options as { dial?: (server: Server) => Promise<Socket> };
  if (!options.dial) return dialDirectly.call(this, server);
  // The client would know the name for the certificate only after resolving it.
  if (isIP(server.hostname) === 0) this.tlsName = server.hostname;
  return options.dial(server);
};

/** The client itself starts TLS on this socket. */
function dial({ hostname, port }: Server, network: Network, signal: AbortSignal): Promise<Socket> {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  // PAC scripts and proxy settings only know web addresses.
  const open = connectorTo(new URL(`https://${host}:${port}`), network, CONNECT_MS);
  return new Promise((resolve, reject) => {
    // The app must be able to end even if a server or a proxy does not answer.
    addAbortListener(signal, () => reject(signal.reason));
    open({ protocol: 'http:', hostname, host: `${host}:${port}`, port: String(port) }, (...[error, socket]) => {
      if (error) return reject(error);
      addAbortListener(signal, () => socket.destroy());
      resolve(socket);
    });
  });
}
