// Opens each connection to a service by the first way that works: directly, or through a proxy.
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { texts } from '../../shared/texts/main.ts';
import type { Network } from './network.ts';
import { type Route, routesTo } from './proxy.ts';
import { openTunnel, ProxyError } from './tunnel.ts';

const words = texts.service;

/** Where nothing else is said, in ms. */
const CONNECT_MS = 10_000;

type Connect = buildConnector.connector;
type Target = buildConnector.Options;

/** A connection was made and its security was not agreed on: another way would lead to the same service. */
export const isTlsError = (error: Error): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/.test(
    (error as NodeJS.ErrnoException).code ?? '',
  );

const isFinal = (error: Error): boolean => (error instanceof ProxyError ? error.isFinal : isTlsError(error));

const settle = (connect: Connect, to: Target & { httpSocket?: Socket }): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connect(to, (...[error, socket]) => (error ? reject(error) : resolve(socket)));
  });

/**
 * A connector for undici. It fails once for each request, and never with an error of undici's that means "connect again":
 * a proxy that hangs up would be asked thousands of times a second.
 * @param signal ends what is being opened
 */
export function createConnector(
  routes: () => Promise<readonly Route[]>,
  network: Network,
  timeout: number,
  signal: AbortSignal,
): Connect {
  let connecting: Promise<{ secureContext: SecureContext | undefined; connect: Connect }> | null = null;
  /** Reading the system's certificates takes a while, so only those who need them wait. */
  const trusted = () => {
    connecting ??= network.trust().then((secureContext) => ({
      secureContext,
      connect: buildConnector({ timeout, ...(secureContext ? { secureContext } : {}) }),
    }));
    return connecting;
  };
  const plain = buildConnector({ timeout });

  const throughProxy = async (proxy: URL, to: Target): Promise<Socket> => {
    const isSecure = to.protocol === 'https:';
    const secureContext = isSecure || proxy.protocol === 'https:' ? (await trusted()).secureContext : undefined;
    const port = Number(to.port) || (isSecure ? 443 : 80);
    const socket = await openTunnel(proxy, to.hostname, port, { timeout, secureContext, signal });
    if (!isSecure) {
      if (socket.destroyed) throw new ProxyError(words.proxyClosed, false);
      return socket;
    }
    try {
      return await settle((await trusted()).connect, { ...to, httpSocket: socket });
    } catch (error) {
      socket.destroy();
      const { code, message } = error as NodeJS.ErrnoException;
      throw code === 'ECONNRESET' || code === 'EPIPE' ? new ProxyError(words.proxyBroke(message), false) : error;
    }
  };

  const open = async (route: Route, to: Target): Promise<Socket> => {
    if (route.kind === 'unusable') throw new ProxyError(route.problem, false);
    if (route.kind === 'proxy') return throughProxy(route.url, to);
    return settle(to.protocol === 'https:' ? (await trusted()).connect : plain, to);
  };

  const answeredRoutes = () =>
    routes().catch((error: Error) => {
      throw new ProxyError(words.noSystemProxy, true, error);
    });

  const openFirst = async (to: Target): Promise<Socket> => {
    let failed: Error = new ProxyError(words.noSystemProxy, false);
    let isBarred = false;
    for (const route of await answeredRoutes()) {
      if (signal.aborted) break;
      // A proxy that is asked for and cannot be used must not be gone past.
      if (route.kind === 'direct' && isBarred) break;
      isBarred ||= route.kind === 'unusable';
      try {
        return await open(route, to);
      } catch (error) {
        failed = error as Error;
        if (isFinal(failed)) break;
      }
    }
    throw failed;
  };

  return (to, callback) => {
    openFirst(to).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

/** For a request beside those to the service, such as a delivery that is sent again. The signal ends all of it. */
export function dispatcherTo(address: string, network: Network, signal: AbortSignal): Dispatcher {
  const routes = routesTo(new URL(address), network, process.env);
  return new Agent({ connect: createConnector(routes, network, CONNECT_MS, signal) });
}
