// Opens the NATS client's sockets by the routes of the service client: through the system's proxies, never past one that refuses.
import { isIP, type Socket } from 'node:net';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import { connectorTo, type Network } from '../service/network.ts';

/** `hostname` without brackets. */
interface Server {
  readonly hostname: string;
  readonly port: number;
}
type Dial = (server: Server) => Promise<Socket>;

/** The client has no option for another `dial`, and creates its transports itself. */
const dialDirectly = NodeTransport.prototype.dial;
NodeTransport.prototype.dial = function (server) {
  const { dial } = this.options as { dial?: Dial };
  if (!dial) return dialDirectly.call(this, server);
  // The client would know the name for the certificate only after resolving it.
  if (isIP(server.hostname) === 0) this.tlsName = server.hostname;
  return dial(server);
};

/** The option `dial` of a connection. The client itself starts TLS on this socket. */
export function dialer(network: Network, timeout: number, signal: AbortSignal): Dial {
  return ({ hostname, port }) => {
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    // PAC scripts and proxy settings only know web addresses.
    const connect = connectorTo(new URL(`https://${host}:${port}`), network, timeout);
    return new Promise((resolve, reject) => {
      // The app must be able to end even if a server or a proxy does not answer.
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      connect({ protocol: 'http:', hostname, host: `${host}:${port}`, port: String(port) }, (...[error, socket]) => {
        if (error) return reject(error);
        signal.addEventListener('abort', () => socket.destroy(), { once: true });
        if (signal.aborted) socket.destroy();
        resolve(socket);
      });
    });
  };
}
