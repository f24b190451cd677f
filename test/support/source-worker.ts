// Runs a worker thread from the sources, which Node 20 cannot read by itself.
import { Worker } from 'node:worker_threads';

const START = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(require('node:worker_threads').workerData.file);
})`;

/** `file`: its address; `workerData`: an object. */
export const startSourceWorker = (file: URL, workerData: object): Worker =>
  new Worker(START, { eval: true, workerData: { ...workerData, file: file.href } });
