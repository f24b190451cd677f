// `npm run bench`: measures the speed targets. Comparisons measure both sides in the same run.
//   --quick   smaller where necessary, under 3 minutes; the row names include the sizes
//   --docs    also writes the chart to docs/
//   --only team     deliveries, permissions and the shared catalog of a team instead, with three nats-servers
//   --only load     what a team server carries instead: the figures of docs/scale.md
import './without-electron.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../launch/build.ts';
import { describeHost } from '../launch/open-app.ts';
import { root } from '../launch/project.ts';
import { chartOf } from './chart.ts';
import type { Row } from './measure.ts';

// These load main-process code, so they come after the stand-in for `electron`.
const { measureCosts, measureDurableChange } = await import('./durable-change.ts');
const { measureSending } = await import('./sending.ts');
const { measureFullApp } = await import('./full-app.ts');
const { measureImport } = await import('./import-rows.ts');
const { writeDataFolder } = await import('../../test/support/data-folder.ts');
const { measureTeam } = await import('./team.ts');
const { measureTeamCatalog } = await import('./team-catalog.ts');
const { measureTeamLoad } = await import('./team-load.ts');

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, docs: { type: 'boolean' }, only: { type: 'string' } },
});
if (!['team', 'load', undefined].includes(options.only)) throw new Error('--only takes team or load');

/** The number of links of each store. A million take minutes to write. */
const [FEW, MANY] = [1_000, 100_000];
const PRODUCTS = 1_000;
const quick = options.quick ?? false;
const MOST = quick ? MANY : 1_000_000;
const output = join(root, 'bench-output');
const progress = (what: string) => console.error(`Measuring ${what}...`);

async function measureApp(folder: string): Promise<Row[]> {
  await ensureBuilt();
  progress('nothing yet: the data folders are written first');
  const dataFolder = (links: number) => {
    const userDataDir = join(folder, String(links));
    const storeId = writeDataFolder({ userDataDir, products: Math.min(links, PRODUCTS), links });
    return { userDataDir, links, catalog: join(userDataDir, 'desk', 'stores', storeId, 'catalog.db') };
  };
  const [empty, few, many] = [dataFolder(0), dataFolder(FEW), dataFolder(MANY)];
  const most = MOST === MANY ? many : dataFolder(MOST);
  progress('what accepting a change costs');
  const costs = await measureCosts();
  const charts = [output, ...(options.docs ? [join(root, 'docs')] : [])];
  for (const folder of charts) writeFileSync(join(folder, 'cost-per-change.svg'), chartOf(costs));
  const waiting = costs.map(({ waiting, ours, array }) => ({
    waiting,
    'ours, ms': ours,
    'array in one file, ms': array,
  }));
  console.table(waiting);
  const rows = await measureDurableChange(costs, most);
  progress('sending');
  rows.push(...(await measureSending()));
  progress('importing');
  rows.push(...(await measureImport(many, quick)));
  progress(`the start, search and memory of the app, ${describeHost()}`);
  rows.push(...(await measureFullApp({ empty: empty.userDataDir, few, many, most }, quick)));
  return rows;
}

async function measureWholeTeam(folder: string): Promise<Row[]> {
  progress('a team: three nats-servers and a relay are killed while deliveries come');
  const rows = await measureTeam(join(folder, 'deliveries'));
  progress('the shared catalog of a team');
  return [...rows, ...(await measureTeamCatalog(join(folder, 'catalog')))];
}

function measureLoad(folder: string): Promise<Row[]> {
  progress('what a team server carries');
  return measureTeamLoad(folder);
}

mkdirSync(output, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-bench-'));
let rows: readonly Row[];
try {
  const measure = options.only === 'team' ? measureWholeTeam : options.only === 'load' ? measureLoad : measureApp;
  rows = await measure(folder);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
writeFileSync(join(output, 'results.json'), `${JSON.stringify(rows, null, 2)}\n`);
console.log(
  `\nOn ${cpus().length} cores, Node ${process.versions.node}, ${process.platform}; the app runs ${describeHost()}.`,
);
console.table(
  rows.map(({ name, value, unit, target, pass }) => ({ name, value, unit, target, pass: pass ? '✓' : '✗' })),
);
process.exit(rows.every(({ pass }) => pass) ? 0 : 1);
