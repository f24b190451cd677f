// What is written down of an import before its first link is made.

import type { OpenStore } from '../open-store.ts';
import type { ImportDraft } from './draft.ts';
import { type ImportPart, type ImportRecord, ROWS_IN_A_PART, type StoredRow } from './records.ts';

/** The import of a file as it was read and checked, with an id for each link that can be made of it. */
export function newImport(
  store: OpenStore,
  draft: ImportDraft,
): { readonly record: ImportRecord; readonly rows: readonly StoredRow[]; readonly parts: readonly ImportPart[] } {
  const { stamper, now } = store.parts;
  const rows = draft.rows.map(({ read: { line, cells }, checked, chosen }): StoredRow => {
    const { draft: link, productId, errors, warnings } = checked;
    return {
      line,
      cells: [...cells],
      errors: [...errors],
      warnings: [...warnings],
      chosen,
      link: link && productId !== null ? { id: stamper.id(), productId, draft: link } : null,
    };
  });
  const record: ImportRecord = {
    id: stamper.id(),
    rev: stamper.stamp(),
    createdAt: now(),
    name: draft.name,
    hash: draft.hash,
    delimiter: draft.choices.delimiter,
    header: [...draft.columns],
    roles: [...draft.choices.roles],
    rows: rows.length,
    bad: rows.filter(({ errors }) => errors.length > 0).length,
    chosen: rows.filter(({ chosen }) => chosen).length,
    made: '0'.repeat(rows.length),
    stopped: '',
    settled: null,
  };
  const parts: ImportPart[] = [];
  for (let from = 0; from < rows.length; from += ROWS_IN_A_PART) {
    parts.push({
      id: String(from / ROWS_IN_A_PART).padStart(8, '0'),
      rows: rows.slice(from, from + ROWS_IN_A_PART),
    });
  }
  return { record, rows, parts };
}
