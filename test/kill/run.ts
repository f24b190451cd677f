// `npm run test:kill`: kills the app many times and prints what came of it. `--rounds 200`, `--seed 1` to repeat a run.
import '../support/without-electron.ts';
import { parseArgs } from 'node:util';
import { killFullQueue } from './full-queue.ts';
import { killRounds } from './rounds.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const started = Date.now();
console.log(`Killing the app ${values.rounds} times, seed ${seed}`);
const figures = await killRounds(Number(values.rounds), seed, ({ rounds, accepted, made, doubts, wrongs }) => {
  console.log(
    `${rounds} kills: ${accepted} accepted, ${made} made, ${doubts} doubts shown, ${wrongs.length} promises broken`,
  );
});
const { rounds, killedWhileSending, wrongs } = figures;
for (const wrong of wrongs) console.log(wrong);
console.log(
  `${rounds} kills, ${killedWhileSending} of them while sending, in ${Math.round((Date.now() - started) / 1000)} s: ${
    wrongs.length === 0 ? 'nothing lost, nothing doubled, every doubt shown' : `${wrongs.length} promises broken`
  }`,
);

const QUEUED = 10_000;
const queue = await killFullQueue(QUEUED, 20, seed);
for (const wrong of queue.wrongs) console.log(wrong);
console.log(
  `${QUEUED} changes waiting, 20 kills while they were sent: ${queue.made} links made, ${queue.doubts} doubts shown, ${
    queue.wrongs.length === 0 ? 'nothing lost, nothing doubled' : `${queue.wrongs.length} promises broken`
  }`,
);

// It opens catalogs in this process: without Electron, which has to be replaced first.
const { killFileImport } = await import('./file-import.ts');
const files = await killFileImport(Number(values.rounds), seed);
for (const wrong of files.wrongs) console.log(wrong);
console.log(
  `${files.rounds} imports of a catalog in files, ${files.kills} kills: ${
    files.wrongs.length === 0 ? 'every record there once' : `${files.wrongs.length} promises broken`
  }`,
);

const ROWS = 50_000;
const { killCsvImport } = await import('./csv-import.ts');
const csv = await killCsvImport(ROWS, seed);
for (const wrong of csv.wrongs) console.log(wrong);
console.log(
  `${ROWS} rows imported with ${csv.kills} kills: ${
    csv.wrongs.length === 0 ? 'every row is one link' : `${csv.wrongs.length} promises broken`
  }`,
);
process.exitCode = [wrongs, queue.wrongs, files.wrongs, csv.wrongs].every(({ length }) => length === 0) ? 0 : 1;
