// Runs the relay: `tsx src/relay/cli.ts --config FILE`. Logs to the standard output.
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { errorFacts, logTo } from './log.ts';
import { startRelay } from './server.ts';

const USAGE = 'Usage: relay --config FILE';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { config: { type: 'string' } } });
  if (!values.config) throw new Error(USAGE);
  const log = logTo((line) => process.stdout.write(line));
  // A log whose reader has gone must not end the relay.
  process.stdout.on('error', () => undefined);
  const relay = await startRelay(readConfig(values.config), log);

  const stop = () =>
    relay.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log('stop-failed', errorFacts(error));
        process.exit(1);
      },
    );
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
