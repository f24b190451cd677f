// The computer's network settings: the system's proxies, read through Chromium, and the trusted certificates.
import { type Session, session } from 'electron';
import type { Network } from '../service/proxy.ts';
import { namedProxy, type Route, routesOfPac } from '../service/proxy.ts';
import { type CertificateSources, certificateSources, readTrust, type Trust } from './certificates.ts';

/** A separate session without pages, because the page's own has a dead proxy (guard.ts). */
const PARTITION = 'system-proxy';

/** Kinds and counts, no addresses. */
export interface NetworkFacts {
  readonly proxyOfEnvironment: boolean;
  /** The kinds that the system returned, in order; null if it was not asked. */
  readonly proxiesOfSystem: readonly string[] | null;
  /** Certificates beside Node's own; null if they were not read. */
  readonly certificates: { readonly system: number; readonly extra: number } | null;
}

export interface SystemNetwork extends Network {
  /** For the diagnostics. */
  facts(): NetworkFacts;
}

/** Call once the app is ready. Reads nothing before the first connection that needs it. */
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
      proxyOfEnvironment: namedProxy('https:', environment) !== 'none',
      proxiesOfSystem: lastAnswer === null ? null : routesOfPac(lastAnswer).map(kindOf),
      certificates: trust && { system: trust.system, extra: trust.extra },
    }),
  };
}
