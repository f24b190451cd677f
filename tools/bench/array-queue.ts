// A common queue implementation for comparison: an array in one electron-store file, rewritten on every change.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ElectronStore from 'electron-store';

export interface ArrayQueue {
  /** Adds one and writes the file. electron-store writes durably: temporary file, fsync, rename. */
  add(): void;
  close(): void;
}

/** A queue with `waiting` copies of `sample`. */
export function openArrayQueue(waiting: number, sample: object): ArrayQueue {
  const cwd = mkdtempSync(join(tmpdir(), 'storefront-desk-array-'));
  const store = new ElectronStore<{ actions: object[] }>({ cwd, name: 'queue' });
  // Cached in memory, which favours it over reading the array back for every change.
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
