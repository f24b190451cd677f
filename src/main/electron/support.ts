// Handlers of the `support.*` channels: open the log folder, copy the diagnostics.
import { release, type } from 'node:os';
import type { Frame } from '../../shared/contract/app.ts';
import { ok } from '../../shared/problem.ts';
import type { HandlersOf } from '../handlers.ts';
import { namedProxy } from '../service/network.ts';
import { describeKeyStore } from './key-store.ts';
import { systemPlatform } from './system.ts';

/** Only versions, kinds and counts, so that a seller can post it anywhere: no names, addresses or texts. */
function diagnostics({ version, stores, settings, notices }: Frame): object {
  const { node, electron, chrome } = process.versions;
  const { parallelSends, keepSending, tray } = settings;
  return {
    ...{ version, keyStore: describeKeyStore() },
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

export const createSupportHandlers = (logFolder: string, frame: () => Frame): HandlersOf<'support'> => ({
  'support.openLogs': () => systemPlatform.openFolder(logFolder),
  'support.copyDiagnostics': async () => ok(await systemPlatform.copy(JSON.stringify(diagnostics(frame()), null, 2))),
});
