// Stores the search text of a row in the full-text index of its table.
import type { Database } from '../storage/database.ts';
import type { ListTable } from './list-query.ts';
import type { SearchText } from './search.ts';

/**
 * Stores the text of a row that is in its table, or removes it (null), where it has changed. Use inside the row's transaction.
 *
 * @param isNew whether the row was not stored before
 */
export function putText(
  database: Database,
  { rows, text: index }: Pick<ListTable, 'rows' | 'text'>,
  id: string,
  text: SearchText | null,
  isNew = false,
): void {
  const row = `(SELECT rowid FROM ${rows} WHERE id = ?)`;
  const sql = `SELECT words, address FROM ${index} WHERE rowid = ${row}`;
  const before = isNew ? undefined : database.get<SearchText>(sql, id);
  if (!text) {
    if (before) database.run(`DELETE FROM ${index} WHERE rowid = ${row}`, id);
  } else if (!before) {
    const sql = `INSERT INTO ${index}(rowid, words, address) SELECT rowid, ?, ? FROM ${rows} WHERE id = ?`;
    database.run(sql, text.words, text.address, id);
  } else if (before.words !== text.words || before.address !== text.address) {
    database.run(`UPDATE ${index} SET words = ?, address = ? WHERE rowid = ${row}`, text.words, text.address, id);
  }
}
