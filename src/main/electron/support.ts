// Handlers of the `support.*` channels: open the log folder, copy the diagnostics.
import { release, type } from 'node:os';
import type { Frame } from '../../shared/contract/app.ts';
import { ok } from '../../shared/problem.ts';
import type { HandlersOf } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import { namedProxy } from '../service/network.ts';

/** Only versions, kinds and counts, so that a seller can post it anywhere: no names, addresses or texts. */
function diagnostics({ version, stores, settings, notices }: Frame, keyStore: string): object {
  const { node, electron, chrome } = process.versions;
  const { parallelSends, keepSending, tray } = settings;
  return {
    ...{ version, keyStore },
    versions: { node, electron, chrome },
    system: `${type()} ${release()} ${process.arch}`,
    network: { proxyOfEnvironment: namedProxy('https:', process.env) !== 'none' },
    settings: { parallelSends, keepSending, tray },
    notices: notices.length,
    stores: stores.map(({ practice, signedIn, workOffline, waiting, attention }) => ({
      ...{ practice, signedIn, workOffline, waiting, attention },
    })),
  };
}

export function createSupportHandlers(
  logFolder: string,
  frame: () => Frame,
  keyStore: () => string,
  { copy, openFolder }: Pick<Platform, 'copy' | 'openFolder'>,
): HandlersOf<'support'> {
  return {
    'support.openLogs': () => openFolder(logFolder),
    'support.copyDiagnostics': async () => ok(await copy(JSON.stringify(diagnostics(frame(), keyStore()), null, 2))),
  };
}
