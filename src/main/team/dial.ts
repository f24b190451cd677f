// Opens the sockets of the NATS client by the routes of the service client: through the system's proxies, never past one that refuses.
import { isIP, type Socket } from 'node:net';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import { connectorTo, type Network } from '../service/network.ts';

/** `hostname` without brackets. */
interface Server {
  readonly hostname: string;
  readonly port: number;
}
type Dial = (server: Server) => Promise<Socket>;

/** The client has no option for it, and makes a transport for each connection by itself. */
const dialDirectly = NodeTransport.prototype.dial;
NodeTransport.prototype.dial = function (server) {
  const { dial } = this.options as { dial?: Dial };
  if (!dial) return dialDirectly.call(this, server);
  // The client knows the name for the certificate only after it has resolved it.
  if (isIP(server.hostname) === 0) this.tlsName = server.hostname;
  return dial(server);
};

/** For the option `dial` of a connection. The client starts TLS itself, over what this opens. */
export function dialer(network: Network, timeout: number, signal: AbortSignal): Dial {
  return ({ hostname, port }) => {
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    // PAC scripts and proxy settings know web addresses only.
    const connect = connectorTo(new URL(`https://${host}:${port}`), network, timeout);
    return new Promise((resolve, reject) => {
      // A server or a proxy that does not answer must not hold up the end of the app.
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
