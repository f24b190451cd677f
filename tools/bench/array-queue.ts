// A queue as it is often made: an array in one electron-store file, rewritten on every change.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ElectronStore from 'electron-store';

export interface ArrayQueue {
  /** Adds one more and writes the file. electron-store writes durably: beside it, fsynced, renamed. */
  add(): void;
  close(): void;
}

/** A queue in which `waiting` actions like `sample` wait. */
export function openArrayQueue(waiting: number, sample: object): ArrayQueue {
  const cwd = mkdtempSync(join(tmpdir(), 'storefront-desk-array-'));
  const store = new ElectronStore<{ actions: object[] }>({ cwd, name: 'queue' });
  // Kept in memory too, which is kinder to it than reading the array back for every change.
  const actions = Array.from({ length: waiting }, (_, index) => ({ ...sample, order: index }));
  store.set('actions', actions);
  return {
    add() {
      actions.push({ ...sample, order: actions.length });
      store.set('actions', actions);
    },
    close: () => rmSync(cwd, { recursive: true, force: true }),
  };
}
