// `npm run test:kill`: kills the app many times and prints the results. `--rounds 200`, `--seed 1` to repeat a run.
import '../support/without-electron.ts';
import { parseArgs } from 'node:util';

// Imported dynamically, because the replacement of `electron` affects only later imports.
const { killRounds } = await import('./rounds.ts');

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const rounds = Number(values.rounds ?? 200);
const started = Date.now();
console.log(`Killing the app ${rounds} times, seed ${seed}`);
const { violations, ...figures } = await killRounds(rounds, seed);
for (const wrong of violations) console.log(wrong);
console.log(figures, `in ${Math.round((Date.now() - started) / 1000)} s: ${violations.length} promises broken`);
process.exitCode = violations.length === 0 ? 0 : 1;
