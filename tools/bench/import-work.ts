// Imports rows into a store through the same calls as the import screen.
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchStore } from './bench-store.ts';

const csv = (rows: number): string =>
  `Product,Price,metadata: order,metadata: customer\n${Array.from({ length: rows }, (_, at) => `Coaching hour,${(at % 900) + 1}.50,R-${at},Customer ${at % 4_000}`).join('\n')}\n`;

/** Reads and checks a file of rows; returns its id. */
export async function readRows({ store }: BenchStore, rows: number): Promise<string> {
  const read = await store.imports.read('orders.csv', { text: csv(rows) });
  if (!read.ok) throw new Error(read.problem.message);
  for (let draft = store.imports.draft(); draft && draft.checked < draft.counts.all; draft = store.imports.draft()) {
    await pause(5);
  }
  return read.value.id;
}

/** Resolves when all rows are accepted. */
export async function acceptRows({ store }: BenchStore, draftId: string): Promise<void> {
  const begun = await store.imports.create(draftId);
  if (!begun.ok) throw new Error(begun.problem.message);
  while (store.imports.get(begun.value.id)?.running) await pause(5);
}
