// Reads every row of the open file as a link, and compares it with the links that exist and with the other rows.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ImportChoices } from '../../shared/link-import.ts';
import type { LinkDraft } from '../../shared/payment-link.ts';
import { texts } from '../../shared/texts/main.ts';
import type { CheckedRow, ImportRowRecord } from '../catalog/imports.ts';
import { contentHash } from '../catalog/link-keys.ts';
import type { RowCells, RowFindings } from '../catalog/records.ts';
import { isLeaving } from '../links/links.ts';
import type { StoreContext } from '../store-context.ts';
import { namesTotal } from './file/cells.ts';
import { checkRow } from './file/check.ts';
import { unknownCurrencies, withoutRepeats } from './file/columns.ts';
import { surveyAmounts } from './file/price-cells.ts';
import type { Sheet } from './sheet.ts';

const t = texts.linkTable;

/**
 * Never blocks the thread. `goOn` gets the number of checked rows after each batch, and says whether to go on. Returns the
 * sheet as checked; null if it did not go on.
 */
export async function checkRows(
  store: StoreContext,
  id: string,
  sheet: Sheet,
  goOn: (checked: number) => boolean,
): Promise<Sheet | null> {
  const { catalog, deps } = store;
  const { currencies } = deps.settings();
  const { header: columns, isDecimalKnown } = sheet;
  const roles = withoutRepeats(sheet.choices.roles);
  const survey = surveyAmounts(roles);
  for (const rows of isDecimalKnown ? [] : catalog.imports.rows(id)) {
    for (const { cells } of rows) survey.add(cells.cells);
    await setImmediate();
  }
  const choices = { ...sheet.choices, decimal: survey.decimal(sheet.choices.decimal) };
  const priceCounts = { named: 0, unnamed: 0 };
  const reading = { ...choices, roles, columns, currencies, products: catalog.products, priceCounts };
  const compare = comparison(store, roles);
  let [checked, unclear] = [0, 0];
  for (const rows of catalog.imports.rows(id)) {
    const check = (row: ImportRowRecord) => {
      const findings = checkRow(row.cells, reading);
      unclear += findings.errors.some(({ asksForSign }) => asksForSign) ? 1 : 0;
      const now = compare(row.cells, findings);
      const isSame = now.kind === row.kind && now.content === row.content;
      if (!isSame || !isDeepStrictEqual(now.findings, row.findings)) catalog.imports.putChecked(id, row.row, now);
    };
    await catalog.writeInBatches(rows, check, false);
    await catalog.nextTurn();
    checked += rows.length;
    if (!goOn(checked)) return null;
  }
  await catalog.flush();
  const { notes: n, price } = t;
  const { named, unnamed } = priceCounts;
  const usual = currencies.find(({ id }) => id === choices.currencyId)?.name ?? '';
  const rowNotes = [
    ...unknownCurrencies(columns, currencies).map((typed) => `${price.currencyUnknown({ typed })}.`),
    ...(unclear > 0 ? [n.unclear({ rows: unclear })] : []),
    ...(named > 0 && unnamed > 0 ? [n.noCurrency({ rows: unnamed, currency: usual })] : []),
  ];
  return { ...sheet, choices, rowNotes, isDecimalKnown: true, counts: await catalog.imports.rowCounts(id) };
}

/** Whether the deletion of a link waits or was just sent. A replaced link still counts as existing, also once it is deleted. */
const isLeavingAlone = ({ queue, catalog }: StoreContext, id: string): boolean =>
  catalog.staged.has('delete', id) ||
  queue.of(id).some(({ payload }) => payload.kind === 'link.delete' && payload.replacedBy === undefined);

/** The type of a product with variants and of each of these, in the product files of WooCommerce. */
const VARIANT_TYPE = /^varia(?:ble|tion)(?:,|$)/;

/** Returns what to store about a checked row; call it for rows in their order. Ignores links that are about to be deleted. */
function comparison(
  store: StoreContext,
  roles: ImportChoices['roles'],
): (row: RowCells, findings: RowFindings) => CheckedRow {
  const { links } = store.catalog;
  const lines = new Map<string, number>();
  /** The first cells of the rows so far. In the product files of shops all rows of a product have the same, and no metadata. */
  const firstCells = new Set<string>();
  const isTotal = totals();
  return ({ line, cells }, findings) => {
    const [first = ''] = cells;
    const { draft, productId, skipped, errors } = findings;
    const isOrder = roles.some(({ kind }, at) => kind === 'metadata' && cells[at]?.trim());
    const isUnnamed =
      first !== '' && firstCells.has(first) && !isOrder && errors.every(({ message }) => message === t.product.missing);
    firstCells.add(first);
    if (draft === null || productId === null) {
      if (skipped !== undefined) return { kind: 'skipped', content: null, findings };
      const isVariant = isUnnamed || cells.some((cell, at) => roles[at]?.kind === 'ignore' && VARIANT_TYPE.test(cell));
      if (!isVariant) return { kind: 'bad', content: null, findings };
      return { kind: 'skipped', content: null, findings: { ...findings, errors: [], skipped: t.row.isVariant } };
    }
    const content = contentHash(productId, draft);
    const why = skipped ?? (isTotal(draft) ? t.row.isSum : undefined);
    if (why !== undefined) return { kind: 'skipped', content, findings: { ...findings, skipped: why } };
    const sameAs = lines.get(content);
    if (sameAs !== undefined) return { kind: 'repeated', content, findings: { ...findings, sameAs } };
    lines.set(content, line);
    const existing = links.idsAlike(content).filter((id) => !isLeavingAlone(store, id));
    if (existing.length > 0) return { kind: 'existing', content, findings };
    const similarId = similarTo(store, productId, draft);
    if (similarId !== null) return { kind: 'repriced', content, findings: { ...findings, similarId } };
    return { kind: 'new', content, findings };
  };
}

/** The only link with this metadata and other prices, so that a corrected file does not create a second link for an order. */
function similarTo(store: StoreContext, productId: string, { metadata, useOnce, prices }: LinkDraft): string | null {
  if (metadata.length === 0) return null;
  const alike = store.catalog.links.sameMetadata(productId, metadata).filter(({ id }) => !isLeaving(store, id));
  const [link] = alike;
  if (!link || alike.length > 1 || link.useOnce !== useOnce) return null;
  return isDeepStrictEqual(link.prices, prices) ? null : link.id;
}

/**
 * Returns a function that says whether a row is a total; call it for rows in their order. Without metadata below rows that all
 * have some, it is one if it is their sum or, because some of them may have errors, more than each of them and half their sum.
 * In a table without metadata it is the sum of at least three rows. A row that calls itself one may also be the sum since the
 * total before it.
 */
function totals(): (draft: LinkDraft) => boolean {
  let [named, bare, sum, group, most] = [0, 0, 0, 0, 0];
  return ({ prices: [price], metadata }) => {
    const cents = price?.discountCents ?? price?.priceCents ?? 0;
    const isMore = named > 1 && cents > most && 2 * cents >= sum;
    const isSum =
      metadata.length > 0
        ? named > 1 && metadata.some(({ value }) => namesTotal(value)) && (cents === sum || cents === group)
        : cents === sum || isMore;
    if (isSum && (bare === 0 ? named > 0 : named === 0 && bare > 2)) {
      group = 0;
      return true;
    }
    if (metadata.length > 0) named += 1;
    else bare += 1;
    sum += cents;
    group += cents;
    most = Math.max(most, cents);
    return false;
  };
}
