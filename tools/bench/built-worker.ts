// The thread that prepares shared records, from the built app: the sources take longer to load.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { StartWorker } from '../../src/main/team/prepare-thread.ts';
import { root } from '../launch/project.ts';

export const startBuiltWorker: StartWorker = (workerData) =>
  new Worker(join(root, 'out/main/prepare-worker.js'), { workerData });
