// How this computer reaches the network: the system's proxies, asked through Chromium, and the certificates to trust.
import { type Session, session } from 'electron';
import type { NetworkFacts } from '../app/diagnostics.ts';
import type { Network } from '../service/network.ts';
import { namedProxy, type Route, routesOfPac } from '../service/proxy.ts';
import { type CertificateSources, certificateSources, readTrust, type Trust } from './certificates.ts';

/** No page is ever in it. The session of the page has a proxy that leads nowhere (guard.ts), so it cannot be asked. */
const PARTITION = 'system-proxy';

export interface SystemNetwork extends Network {
  /** What is used, for the diagnostics. */
  facts(): NetworkFacts;
}

/** To be used once the app is ready. Nothing is read or asked before the first connection that needs it. */
export function createSystemNetwork(
  environment: NodeJS.ProcessEnv,
  sources: CertificateSources = certificateSources(environment),
): SystemNetwork {
  let asked: Promise<Session> | null = null;
  let lastAnswer: string | null = null;
  let reading: Promise<Trust> | null = null;
  let trust: Trust | null = null;

  const proxySession = async (): Promise<Session> => {
    const own = session.fromPartition(PARTITION);
    await own.setProxy({ mode: 'system' });
    return own;
  };
  const kindOf = (route: Route): string => (route.kind === 'proxy' ? route.url.protocol.slice(0, -1) : route.kind);
  return {
    async systemProxy(url) {
      asked ??= proxySession();
      lastAnswer = await (await asked).resolveProxy(url);
      return lastAnswer;
    },
    async trust() {
      reading ??= readTrust(sources);
      trust = await reading;
      return trust.context;
    },
    facts: () => ({
      inEnvironment: namedProxy('https:', environment) !== 'none',
      ofSystem: lastAnswer === null ? null : routesOfPac(lastAnswer).map(kindOf),
      certificates: trust,
    }),
  };
}
