// Runs a worker thread from the sources, which Node 20 cannot read by itself.
import { Worker } from 'node:worker_threads';
import type { StartWorker } from '../../src/main/team/prepare-thread.ts';

const PREPARE_WORKER = new URL('../../src/main/team/prepare-worker.ts', import.meta.url);
const START = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(PREPARE_WORKER.href)});
})`;

export const startPrepareSource: StartWorker = (workerData) => new Worker(START, { eval: true, workerData });
