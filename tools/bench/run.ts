// `npm run bench`: measures the speed targets of the design, all but one as ratios of two figures from the same run.
//   --quick   fewer rounds, no store with a million links, a smaller import
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeDataFolder } from '../../test/support/data-folder.ts';
import { ensureBuilt } from '../launch/build.ts';
import { describeHost } from '../launch/open-app.ts';
import { measureAccepting } from './accepting.ts';
import { measureFullApp } from './full-app.ts';
import { measureImporting } from './importing.ts';
import { measureSending } from './sending.ts';

const { quick = false } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
const ROWS = quick ? 30_000 : 50_000;
const ROUNDS = quick ? 1 : 3;

const progress = (what: string) => console.error(`Measuring ${what}...`);
const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

await ensureBuilt();
const storeWith = (links: number) => {
  const userDataDir = join(folder, String(links));
  const storeId = writeDataFolder({ userDataDir, products: Math.min(links, 1_000), links });
  return { userDataDir, links, catalog: join(userDataDir, 'desk', 'stores', storeId, 'catalog.db') };
};
const [empty, few, many] = [storeWith(0), storeWith(1_000), storeWith(100_000)];
const large = [many, ...(quick ? [] : [storeWith(1_000_000)])];
progress('what accepting a change costs');
const rows = await measureAccepting(many);
progress('sending');
rows.push(...(await measureSending()));
progress('importing');
rows.push(...(await measureImporting(many.catalog, ROWS, ROUNDS)));
progress(`the start, search and memory of the app, ${describeHost()}`);
rows.push(...(await measureFullApp(empty, few, large, ROUNDS)));

console.log(`\nOn ${cpus().length} cores, Node ${process.versions.node}; the app runs ${describeHost()}.`);
console.table(rows.map(({ pass, ...row }) => ({ ...row, pass: pass ? '✓' : '✗' })));
process.exit(rows.every(({ pass }) => pass) ? 0 : 1);
