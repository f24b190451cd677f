// Handlers of the `support.*` channels: open the log folder, copy the diagnostics.
import { release, type } from 'node:os';
import type { Frame } from '../../shared/contract/app.ts';
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';
import { ensureFolder } from '../storage/folders.ts';
import type { NetworkFacts } from './system-network.ts';

type SupportChannel = Extract<Channel, `support.${string}`>;
type SupportHandlers = { readonly [C in SupportChannel]: (input: ParsedInput<C>) => Promise<Result<Output<C>>> };

export interface SupportDeps {
  readonly logFolder: string;
  frame(): Frame;
  keyStore(): string;
  network(): NetworkFacts;
  openFolder(path: string): Promise<Result<undefined>>;
  copy(text: string): Promise<void>;
}

/** Versions, kinds and counts only, so that a seller can post it anywhere: no names, addresses or texts. */
function diagnostics({ frame, keyStore, network }: SupportDeps): object {
  const { version, stores, settings, notices } = frame();
  const { node, electron, chrome } = process.versions;
  return {
    version,
    versions: { node, electron, chrome },
    system: `${type()} ${release()} ${process.arch}`,
    keyStore: keyStore(),
    network: network(),
    settings: { parallelSends: settings.parallelSends, keepSending: settings.keepSending, tray: settings.tray },
    notices: notices.length,
    stores: stores.map(({ practice, signedIn, workOffline, waiting, attention }) => ({
      ...{ practice, signedIn, workOffline, waiting, attention },
    })),
  };
}

export function createSupportHandlers(deps: SupportDeps): SupportHandlers {
  return {
    'support.openLogs': () => {
      ensureFolder(deps.logFolder);
      return deps.openFolder(deps.logFolder);
    },
    'support.copyDiagnostics': async () => ok(await deps.copy(JSON.stringify(diagnostics(deps), null, 2))),
  };
}
