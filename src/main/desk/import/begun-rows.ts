// The rows of imports that were begun: read from disk when they are first looked at, and how each stands.
import type { ImportRow } from '../../../shared/link-import.ts';
import type { OpenStore } from '../open-store.ts';
import type { ImportPart, ImportRecord, StoredRow } from './records.ts';
import { importedRow, stateOfRow } from './views.ts';

const PROBLEMS: ReadonlySet<string> = new Set(['bad', 'not-made', 'needs-review', 'rejected', 'deleted']);

const isMade = ({ made }: ImportRecord, at: number): boolean => made[at] === '1';

export class BegunRows {
  readonly #store: OpenStore;
  readonly #read: (importId: string) => readonly ImportPart[];
  readonly #known = new Map<string, readonly StoredRow[]>();

  constructor(store: OpenStore, read: (importId: string) => readonly ImportPart[]) {
    this.#store = store;
    this.#read = read;
  }

  /** Whether they are in memory. */
  has(id: string): boolean {
    return this.#known.has(id);
  }

  keep(id: string, rows: readonly StoredRow[]): void {
    this.#known.set(id, rows);
  }

  drop(id: string): void {
    this.#known.delete(id);
  }

  of(id: string): readonly StoredRow[] {
    const known = this.#known.get(id);
    if (known) return known;
    const parts = [...this.#read(id)].sort((a, b) => (a.id < b.id ? -1 : 1));
    const rows = parts.flatMap(({ rows: some }) => some);
    this.#known.set(id, rows);
    return rows;
  }

  page(
    record: ImportRecord,
    onlyProblems: boolean,
    offset: number,
    limit: number,
  ): { total: number; rows: ImportRow[] } {
    const rows = this.of(record.id);
    const places = [...rows.keys()];
    const shown = onlyProblems
      ? places.filter((at) => {
          const row = rows[at];
          return row && PROBLEMS.has(stateOfRow(this.#store, row, isMade(record, at)));
        })
      : places;
    return {
      total: shown.length,
      rows: shown.slice(offset, offset + limit).flatMap((at) => {
        const row = rows[at];
        return row ? [importedRow(this.#store, record, row, isMade(record, at))] : [];
      }),
    };
  }

  /** Every row with how it stands now, in order. */
  *every(record: ImportRecord): Generator<{ readonly row: StoredRow; readonly view: ImportRow }> {
    for (const [at, row] of this.of(record.id).entries()) {
      yield { row, view: importedRow(this.#store, record, row, isMade(record, at)) };
    }
  }
}
