// The main process of the conformance suite: runs the shared cases in order, or one case in its own process.
import * as electron from 'electron';
import { processCases, sharedCases } from './all-cases.ts';
import { createTools } from './tools.ts';

/** A hanging case must not block the others (ms). */
const CASE_LIMIT = 20_000;

const say = (line: string): void => console.log(`[conformance] ${line}`);

async function runShared(name: string, run: (typeof sharedCases)[string]): Promise<void> {
  const { tools, clean } = createTools(electron);
  try {
    await Promise.race([
      run(electron, tools),
      new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error('The case did not end')), CASE_LIMIT).unref();
      }),
    ]);
    say(JSON.stringify({ name }));
  } catch (error) {
    say(JSON.stringify({ name, error: error instanceof Error ? error.stack : String(error) }));
  } finally {
    await clean();
  }
}

async function runAllShared(): Promise<void> {
  const { app, protocol } = electron;
  protocol.registerSchemesAsPrivileged([
    { scheme: 'conformance', privileges: { standard: true, secure: true } },
    { scheme: 'conformance-fetch', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    { scheme: 'conformance-insecure', privileges: { standard: true } },
  ]);
  // Cases close all their windows, and the next one must still run.
  app.on('window-all-closed', () => undefined);
  await app.whenReady();
  for (const [name, run] of Object.entries(sharedCases)) await runShared(name, run);
  app.exit(0);
}

const wanted = process.env.CONFORMANCE_CASE;
if (wanted === undefined) void runAllShared();
else {
  const found = processCases[wanted];
  if (!found) throw new Error(`There is no case "${wanted}"`);
  await found.main(electron, (line) => say(`said ${line}`));
}
