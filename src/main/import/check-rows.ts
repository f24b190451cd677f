// Reads every row of the open file as a link, and compares it with the others and with the links that exist.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ImportChoices } from '../../shared/link-import.ts';
import type { CheckedRow } from '../catalog/imports.ts';
import { contentHash } from '../catalog/link-keys.ts';
import type { StoreContext } from '../store-context.ts';
import { comparison } from './compare-rows.ts';
import { type Checked, checkRow, type ProductFinder } from './file/check.ts';
import { withoutRepeats } from './file/columns.ts';
import { surveyPrices } from './file/price-cells.ts';

export interface RowsToCheck {
  readonly id: string;
  readonly columns: readonly string[];
  readonly choices: ImportChoices;
  /** Otherwise the decimal sign of the choices only serves amounts that show none. */
  readonly isDecimalKnown: boolean;
  /** Asked between the parts. */
  isOver(): boolean;
  onChecked(rows: number): void;
}

/** Never blocks the thread. Returns the decimal sign, and how many rows have a price that can be read in two ways; null if it is over before. */
export async function checkRows(store: StoreContext, { id, columns, choices, ...rest }: RowsToCheck) {
  const { catalog, deps } = store;
  const { currencies } = deps.settings();
  const roles = withoutRepeats(choices.roles);
  const survey = surveyPrices(roles, currencies);
  for (const rows of catalog.imports.rows(id)) {
    for (const { cells } of rows) survey.add(cells.cells);
    await setImmediate();
  }
  const { isSilent, isCurrencyNamed, ...surveyed } = survey.end();
  const decimal = rest.isDecimalKnown || isSilent ? choices.decimal : surveyed.decimal;
  const products = finder(store);
  const reading = { ...choices, decimal, roles, columns, currencies, isCurrencyNamed, products };
  const compare = comparison(store);
  let unclear = 0;
  for (const rows of catalog.imports.rows(id)) {
    if (rest.isOver()) return null;
    await catalog.writeInBatches(rows, (row) => {
      const checked = checkRow(row.cells, reading);
      unclear += checked.isUnclear ? 1 : 0;
      const now = compared(row.cells.line, checked, compare);
      const isSame = now.kind === row.kind && now.content === row.content;
      if (!isSame || !isDeepStrictEqual(now.findings, row.findings)) catalog.imports.putChecked(id, row.row, now);
    });
    await setImmediate();
    rest.onChecked(rows.length);
  }
  return { decimal, unclear };
}

/** What is stored about a row. */
function compared(line: number, checked: Checked, compare: ReturnType<typeof comparison>): CheckedRow {
  const { isSkipped, isUnclear: _, ...findings } = checked;
  const { draft, productId } = findings;
  const hasRemark = findings.warnings.length > 0 && !isSkipped;
  if (draft === null || productId === null)
    return { kind: isSkipped ? 'skipped' : 'bad', content: null, hasRemark, findings };
  const content = contentHash(productId, draft);
  const { kind, ...alike } = compare({ content, line, draft, productId });
  return { kind, content, hasRemark, findings: { ...findings, ...alike } };
}

/** Looks up products by title and id in the current catalog. */
function finder({ catalog: { products } }: StoreContext): ProductFinder {
  return {
    titled: (title) => products.titled(title),
    withServerId: (serverId) => products.withServerId(serverId).find(({ deletedAt }) => deletedAt === null)?.id ?? null,
    isThere: (id) => products.active(id) !== undefined,
  };
}
