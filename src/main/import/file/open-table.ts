// Reads a file in a worker thread, so that even the largest blocks nothing: the rows come a few hundred at a time.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { capitalized } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { RowCells } from '../../catalog/records.ts';
import type { RawRow, Refused, SourceToRead, TableFacts } from './table.js';

const t = texts.linkTable;
const ROWS_AT_A_TIME = 250;

export interface OpenTable {
  readonly facts: TableFacts;
  readonly total: number;
  /** The first rows, the header among them. */
  readonly head: readonly RawRow[];
  /** The rows from this one on. */
  rows(from: number): AsyncGenerator<RowCells[]>;
  close(): void;
}

/** Returns why nothing could be read, else the table, which has to be closed. */
export async function openTable(source: SourceToRead): Promise<OpenTable | Refused> {
  // Built, all workers are beside the main script.
  const folder = import.meta.dirname;
  const worker = new Worker(join(folder, 'table-worker.js'));
  const ask = async <Answer>(question: unknown): Promise<Answer> => {
    worker.postMessage(question);
    // Rejects when the thread fails, out of memory for example.
    const [answer] = await once(worker, 'message');
    return answer;
  };
  const close = () => void worker.terminate();
  try {
    const read = await ask<{ refused: Refused } | Pick<OpenTable, 'facts' | 'total' | 'head'>>(source);
    if ('refused' in read) {
      close();
      return read.refused;
    }
    return {
      ...read,
      close,
      async *rows(from) {
        for (let next = from; next < read.total; next += ROWS_AT_A_TIME) {
          yield (await ask<RawRow[]>({ from: next, count: ROWS_AT_A_TIME })).map(cellsOf);
        }
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

const cellsOf = ({ line, cells, quotes }: RawRow): RowCells => ({
  line,
  cells,
  ...(quotes && { quotes: describeQuotes(line, quotes) }),
});

function describeQuotes(line: number, { code, last }: NonNullable<RawRow['quotes']>): string {
  return capitalized(last > line ? t.row.readAsOne[code]({ line, last }) : t.row[code]({ line }));
}

/** The message for the seller. */
export function wordRefusal(refused: Refused): string {
  switch (refused.why) {
    case 'tooWide':
      return t.file.tooWide(refused);
    case 'tooLong':
      return t.file.tooLong(refused);
    case 'binary':
      return texts.linkImport.draft.notText;
    default:
      return t.file[refused.why];
  }
}
