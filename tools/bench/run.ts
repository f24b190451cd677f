// `npm run bench`: the speeds that the design requires. Comparisons measure both sides in the same run.
//   --quick   smaller where necessary, under 3 minutes; the row names include the sizes
//   --docs    also writes the chart to docs/
import './without-electron.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../launch/build.ts';
import { hostInWords } from '../launch/open-app.ts';
import { root } from '../launch/project.ts';
import { chartOf } from './chart.ts';
import type { Row } from './measure.ts';

// These load main-process code, so they come after the stand-in for `electron`.
const { measureCosts, measureDurableChange } = await import('./durable-change.ts');
const { measureSending } = await import('./sending.ts');
const { measureFullApp } = await import('./full-app.ts');
const { measureImport } = await import('./import-rows.ts');
const { writeDataFolder } = await import('../../test/support/data-folder.ts');
const { measureRendererSize } = await import('./renderer-size.ts');

/** The number of links of each store. A million take minutes to write. */
const [FEW, MANY] = [1_000, 100_000];
const PRODUCTS = 1_000;
const quick = process.argv.includes('--quick');
const MOST = quick ? MANY : 1_000_000;
const output = join(root, 'bench-output');
const progress = (what: string) => console.error(`Measuring ${what}...`);

await ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-bench-'));
const rows: Row[] = [];
let costs: Awaited<ReturnType<typeof measureCosts>> = [];
try {
  progress('nothing yet: the data folders are written first');
  const dataFolder = (links: number) => {
    const userDataDir = join(folder, String(links));
    const storeId = writeDataFolder({ userDataDir, products: Math.min(links, PRODUCTS), links });
    return { userDataDir, links, catalog: join(userDataDir, 'desk', 'stores', storeId, 'catalog.db') };
  };
  const [empty, few, many] = [dataFolder(0), dataFolder(FEW), dataFolder(MANY)];
  const most = MOST === MANY ? many : dataFolder(MOST);
  progress('what accepting a change costs');
  costs = await measureCosts();
  rows.push(...(await measureDurableChange(costs, most, quick)));
  progress('sending');
  rows.push(...(await measureSending()));
  progress('importing');
  rows.push(...(await measureImport(many)));
  progress(`the start, search and memory of the app, ${hostInWords()}`);
  rows.push(...(await measureFullApp({ empty: empty.userDataDir, few, many, most }, quick)), ...measureRendererSize());
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

mkdirSync(output, { recursive: true });
writeFileSync(join(output, 'results.json'), `${JSON.stringify(rows, null, 2)}\n`);
const charts = [output, ...(process.argv.includes('--docs') ? [join(root, 'docs')] : [])];
for (const folder of charts) writeFileSync(join(folder, 'cost-per-change.svg'), chartOf(costs));

console.log(
  `\nOn ${cpus().length} cores, Node ${process.versions.node}, ${process.platform}; the app ran ${hostInWords()}.`,
);
console.table(costs.map(({ waiting, ours, array }) => ({ waiting, 'ours, ms': ours, 'array in one file, ms': array })));
console.table(
  rows.map(({ name, value, unit, target, pass }) => ({ name, value, unit, target, pass: pass ? '✓' : '✗' })),
);
process.exit(rows.every(({ pass }) => pass) ? 0 : 1);
