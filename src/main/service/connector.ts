// Opens connections to a service by the first route that works: directly or through a proxy.
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { texts } from '../../shared/texts/main.ts';
import type { Network } from './network.ts';
import { type Route, routesTo } from './proxy.ts';
import { openTunnel, ProxyError } from './tunnel.ts';

const words = texts.service;

const CONNECT_MS = 10_000;

type Connect = buildConnector.connector;
type Target = buildConnector.Options;

/** Another route would lead to the same service and fail too. */
export const isTlsError = (error: Error): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/.test(
    (error as NodeJS.ErrnoException).code ?? '',
  );

const isFinal = (error: Error): boolean => (error instanceof ProxyError ? error.isFinal : isTlsError(error));

const connectTo = (connect: Connect, to: Target & { httpSocket?: Socket }): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connect(to, (...[error, socket]) => (error ? reject(error) : resolve(socket)));
  });

/**
 * A connector for undici. It never fails with an error that makes undici reconnect, because it would do so thousands of times
 * a second with a proxy that hangs up.
 * @param signal aborts opening
 */
export function createConnector(
  routes: () => Promise<readonly Route[]>,
  network: Network,
  timeout: number,
  signal: AbortSignal,
): Connect {
  let connecting: Promise<{ secureContext: SecureContext | undefined; connect: Connect }> | null = null;
  /** Lazy, because reading the system's certificates is slow. */
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
      return await connectTo((await trusted()).connect, { ...to, httpSocket: socket });
    } catch (error) {
      socket.destroy();
      const { code, message } = error as NodeJS.ErrnoException;
      throw code === 'ECONNRESET' || code === 'EPIPE' ? new ProxyError(words.proxyBroke(message), false) : error;
    }
  };

  const open = async (route: Route, to: Target): Promise<Socket> => {
    if (route.kind === 'unusable') throw new ProxyError(route.problem, false);
    if (route.kind === 'proxy') return throughProxy(route.url, to);
    return connectTo(to.protocol === 'https:' ? (await trusted()).connect : plain, to);
  };

  const answeredRoutes = () =>
    routes().catch((error: Error) => {
      throw new ProxyError(words.noSystemProxy, true, error);
    });

  const openFirst = async (to: Target): Promise<Socket> => {
    let lastError: Error = new ProxyError(words.noSystemProxy, false);
    let mustUseProxy = false;
    for (const route of await answeredRoutes()) {
      if (signal.aborted) break;
      // Never bypass a configured proxy that cannot be used.
      if (route.kind === 'direct' && mustUseProxy) break;
      mustUseProxy ||= route.kind === 'unusable';
      try {
        return await open(route, to);
      } catch (error) {
        lastError = error as Error;
        if (isFinal(lastError)) break;
      }
    }
    throw lastError;
  };

  return (to, callback) => {
    openFirst(to).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

/** For requests to other addresses, such as a replayed delivery. */
export function dispatcherTo(address: string, network: Network, signal: AbortSignal): Dispatcher {
  const routes = routesTo(new URL(address), network, process.env);
  return new Agent({ connect: createConnector(routes, network, CONNECT_MS, signal) });
}
