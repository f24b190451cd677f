// Handlers of the `support.*` channels: opens the log folder, and shows and copies the diagnostics.
import { homedir, release, type } from 'node:os';
import type { Frame } from '../../shared/contract/app.ts';
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { diagnosticsText, type NetworkFacts } from '../app/diagnostics.ts';
import { ensureFolder } from '../storage/folders.ts';
import { lastLines, withoutSecrets } from './log.ts';

type SupportChannel = Extract<Channel, `support.${string}`>;
type SupportHandlers = {
  readonly [C in SupportChannel]: (input: ParsedInput<C>) => Promise<Result<Output<C>>> | Result<Output<C>>;
};

export interface SupportDeps {
  readonly logFolder: string;
  frame(): Frame;
  keyStore(): string;
  network(): NetworkFacts;
  openFolder(path: string): Promise<Result<undefined>>;
  copy(text: string): Promise<void>;
}

const LINES = 60;

export function createSupportHandlers(deps: SupportDeps): SupportHandlers {
  /** The last shown text; only this is copied. */
  let shown: string | null = null;
  return {
    'support.openLogs': () => {
      ensureFolder(deps.logFolder);
      return deps.openFolder(deps.logFolder);
    },
    'support.diagnostics': () => {
      const { node = '', electron, chrome } = process.versions;
      const versions = { node, ...(electron ? { electron } : {}), ...(chrome ? { chrome } : {}) };
      const machine = {
        versions,
        system: `${type()} ${release()} ${process.arch}`,
        keyStore: deps.keyStore(),
        network: deps.network(),
        home: homedir(),
        lines: lastLines(deps.logFolder, LINES),
      };
      shown = withoutSecrets(diagnosticsText(deps.frame(), machine, new Date()));
      return ok({ text: shown });
    },
    'support.copyDiagnostics': async () =>
      shown === null ? refuse('conflict', texts.shell.showDiagnosticsFirst) : ok(await deps.copy(shown)),
  };
}
