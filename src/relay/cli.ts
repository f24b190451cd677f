// Runs the relay: `tsx src/relay/cli.ts --config FILE`. Logs to the standard output.
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { logTo } from './log.ts';
import { startRelay } from './server.ts';

const { values } = parseArgs({ options: { config: { type: 'string' } } });
const log = logTo((line) => process.stdout.write(line));
// The relay keeps running if the reader of its log is gone.
process.stdout.on('error', () => undefined);

function failed(error: Error): never {
  console.error(error.message);
  process.exit(1);
}

try {
  const relay = await startRelay(readConfig(values.config ?? 'relay.json'), log);
  const stop = () => relay.close().then(() => process.exit(0), failed);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
} catch (error) {
  failed(error as Error);
}
