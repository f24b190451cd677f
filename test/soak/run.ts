// `npm run test:soak`: a day of work and outages in virtual time. `--seed 1` repeats a day, `--hours 2` makes it shorter.
import { parseArgs } from 'node:util';
import '../support/without-electron.ts';

const { simulateDay } = await import('./day.ts');
const { coverageTable } = await import('./coverage.ts');

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    seed: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const hours = Number(values.hours);
const started = performance.now();
console.log(`${hours} hours of work and outages, seed ${seed}`);
const figures = await simulateDay({
  hours,
  seed,
  onOutage: ({ fault, ms, requests, doubts }) => {
    if (values.verbose) {
      console.log(`${fault.row}, ${fault.name}: ${Math.round(ms / 1_000)} s, ${requests} requests, ${doubts} doubts`);
    }
  },
});
console.log(coverageTable(figures.met));
for (const wrong of figures.violations) console.log(wrong);
const { accepted, edits, withdrawn, sent, doubts, rejected, doubled, lost, violations } = figures;
const { restarts, crashes, signIns, virtualMs } = figures;
console.log(`accepted: ${accepted}, edited while they waited: ${edits}, taken back before they left: ${withdrawn}`);
console.log(`sent: ${sent}`);
console.log(`doubts: ${doubts}`);
console.log(`rejected: ${rejected}`);
console.log(`doubled: ${doubled}`);
console.log(`lost: ${lost}`);
console.log(`other broken promises: ${violations.length - doubled - lost}`);
console.log(`restarts: ${restarts}, crashes: ${crashes}, sign-ins: ${signIns}`);
console.log(`virtual time: ${(virtualMs / 3_600_000).toFixed(1)} h`);
console.log(`real time: ${Math.round((performance.now() - started) / 1_000)} s`);
console.log(`seed: ${seed} (repeat with --seed ${seed} --hours ${hours})`);
process.exitCode = violations.length === 0 ? 0 : 1;
