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
  close(): void;
}

/** Returns why nothing could be read; else the table, which the caller closes. */
export async function openTable(source: SourceToRead): Promise<OpenTable | Refused> {
  // In the built app all workers are beside the main script.
  const worker = new Worker(join(import.meta.dirname, 'table.js'));
  const ask = async <Answer>(question: unknown): Promise<Answer> => {
    worker.postMessage(question);
    // Rejects if the thread fails, for example out of memory.
    const [answer] = await once(worker, 'message');
    return answer;
  };
  const close = () => void worker.terminate();
  try {
    const answer = await ask<{ refused: Refused } | Pick<OpenTable, 'facts' | 'total' | 'head'>>(source);
    if ('refused' in answer) {
      close();
      return answer.refused;
    }
    return {
      ...answer,
      close,
      async *rows(from) {
        for (let next = from; next < answer.total; next += ROWS_AT_A_TIME) {
          yield await ask<RowCells[]>({ from: next, count: ROWS_AT_A_TIME });
        }
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The message for the seller. */
export function wordRefusal(refused: Refused): string {
  const t = texts.linkTable.file;
  if (refused.why === 'tooWide') return t.tooWide(refused);
  return refused.why === 'tooLong' ? t.tooLong(refused) : t[refused.why];
}
