// `npm run bench`: the speeds that the design asks for. What compares two things measures both in the same run.
//   --quick   smaller where it has to be, under 2 minutes; the rows' names say the sizes
//   --docs    puts the chart into docs/ too
import './without-electron.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../launch/build.ts';
import { hostInWords } from '../launch/open-app.ts';
import { root } from '../launch/project.ts';
import { chartOf } from './chart.ts';
import type { Row } from './measure.ts';

// These load the main process's parts, so they come after the stand-in for `electron`.
const { measureCosts, measureDurableChange } = await import('./durable-change.ts');
const { measureSending } = await import('./sending.ts');
const { measureFullApp } = await import('./full-app.ts');
const { measureRendererSize } = await import('./renderer-size.ts');

const quick = process.argv.includes('--quick');
const output = join(root, 'bench-output');
const progress = (what: string) => console.error(`Measuring ${what}...`);

await ensureBuilt();
progress(`the start, search and memory of the app, ${hostInWords()}`);
const app = await measureFullApp(quick);
progress('what a durable change costs');
const costs = await measureCosts();
const changes = await measureDurableChange(costs, quick);
progress('sending');
const sending = await measureSending();
const rows: readonly Row[] = [...changes, ...sending, ...app, ...measureRendererSize()];

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
