// Reads a file in a worker thread, so that even the largest blocks nothing: the rows come a few hundred at a time.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { texts } from '../../../shared/texts/main.ts';
import type { RowCells } from '../../catalog/records.ts';
import type { Refused, SourceToRead, TableFacts } from './table.js';

const ROWS_AT_A_TIME = 250;

export interface OpenTable {
  readonly facts: TableFacts;
  readonly total: number;
  /** The first rows, including the header. */
  readonly head: readonly RowCells[];
  /** All rows from this index on. */
  rows(from: number): AsyncGenerator<readonly RowCells[]>;
}

/** Returns what `use` returns, or why nothing could be read. */
export async function openTable<T>(source: SourceToRead, use: (table: OpenTable) => Promise<T>): Promise<T | string> {
  // In the built app all workers are beside the main script.
  const worker = new Worker(join(import.meta.dirname, 'table.js'));
  const ask = async <Answer>(question: unknown): Promise<Answer> => {
    worker.postMessage(question);
    // Rejects if the thread fails, for example out of memory.
    const [answer] = await once(worker, 'message');
    return answer;
  };
  try {
    const answer = await ask<{ refused: Refused } | Omit<OpenTable, 'rows'>>(source);
    if ('refused' in answer) return wordRefusal(answer.refused);
    return await use({
      ...answer,
      async *rows(from) {
        for (let next = from; next < answer.total; next += ROWS_AT_A_TIME) {
          yield await ask<RowCells[]>({ from: next, count: ROWS_AT_A_TIME });
        }
      },
    });
  } finally {
    void worker.terminate();
  }
}

function wordRefusal(refused: Refused): string {
  const t = texts.linkTable.file;
  if (refused.why === 'tooWide') return t.tooWide(refused);
  return refused.why === 'tooLong' ? t.tooLong(refused) : t[refused.why];
}
