// Reads every row of the open file as a link, and compares it with the links that exist and with the other rows.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { LinkDraft } from '../../shared/payment-link.ts';
import type { CheckedRow } from '../catalog/imports.ts';
import { contentHash } from '../catalog/link-keys.ts';
import type { RowFindings } from '../catalog/records.ts';
import { isLeaving } from '../links/links.ts';
import type { StoreContext } from '../store-context.ts';
import { checkRow, type ProductFinder } from './file/check.ts';
import { withoutRepeats } from './file/columns.ts';
import { surveyPrices } from './file/price-cells.ts';
import type { Sheet } from './sheet.ts';

/**
 * Never blocks the thread. `goOn` gets the number of checked rows after each batch, and says whether to go on. Returns the
 * decimal sign, and how many rows have a price that can be read in two ways; null if it did not go on.
 */
export async function checkRows(
  store: StoreContext,
  id: string,
  { columns, choices, isDecimalKnown }: Sheet,
  goOn: (checked: number) => boolean,
) {
  const { catalog, deps } = store;
  const { currencies } = deps.settings();
  const roles = withoutRepeats(choices.roles);
  const survey = surveyPrices(roles, currencies);
  for (const rows of catalog.imports.rows(id)) {
    for (const { cells } of rows) survey.add(cells.cells);
    await setImmediate();
  }
  const surveyed = survey.end(choices.decimal);
  const decimal = isDecimalKnown ? choices.decimal : surveyed.decimal;
  const reading = { ...choices, ...surveyed, decimal, roles, columns, currencies, products: finder(store) };
  const compare = comparison(store);
  let [checked, unclear] = [0, 0];
  for (const rows of catalog.imports.rows(id)) {
    await catalog.writeInBatches(rows, (row) => {
      const found = checkRow(row.cells, reading);
      unclear += found.errors.some(({ asksForSign }) => asksForSign) ? 1 : 0;
      const now = compare(row.cells.line, found);
      const isSame = now.kind === row.kind && now.content === row.content;
      if (!isSame || !isDeepStrictEqual(now.findings, row.findings)) catalog.imports.putChecked(id, row.row, now);
    });
    await setImmediate();
    checked += rows.length;
    if (!goOn(checked)) return null;
  }
  return { decimal, unclear };
}

/** Looks up products by title and id in the current catalog. */
function finder({ catalog: { products } }: StoreContext): ProductFinder {
  return {
    titled: (title) => products.titled(title),
    withServerId: (serverId) => products.withServerId(serverId).find(({ deletedAt }) => deletedAt === null)?.id ?? null,
    isThere: (id) => products.active(id) !== undefined,
  };
}

// ---- comparing

/** Whether the deletion of a link waits or was just sent. A replaced link still counts as existing, also once it is deleted. */
const isLeavingAlone = ({ queue, catalog }: StoreContext, id: string): boolean =>
  catalog.staged.has('delete', id) ||
  queue.of(id).some(({ payload }) => payload.kind === 'link.delete' && payload.replacedBy === undefined);

/** Returns what to store about a checked row; call it for rows in their order. Ignores links that are about to be deleted. */
function comparison(store: StoreContext): (line: number, findings: RowFindings) => CheckedRow {
  const { links } = store.catalog;
  const lines = new Map<string, number>();
  const isTotal = totals();
  return (line, findings) => {
    const { draft, productId, errors, warnings } = findings;
    if (draft === null || productId === null) {
      if (errors.length === 0) return { kind: 'skipped', content: null, hasRemark: false, findings };
      return { kind: 'bad', content: null, hasRemark: warnings.length > 0, findings };
    }
    const content = contentHash(productId, draft);
    const checked = { kind: 'new', content, hasRemark: warnings.length > 0, findings } as const;
    if (isTotal(draft)) return { ...checked, kind: 'skipped' };
    const sameAs = lines.get(content);
    if (sameAs !== undefined) return { ...checked, kind: 'repeated', findings: { ...findings, sameAs } };
    lines.set(content, line);
    const existing = links.idsAlike(content).filter((id) => !isLeavingAlone(store, id));
    if (existing.length > 0) return { ...checked, kind: 'existing' };
    const similarId = similarTo(store, productId, draft);
    return similarId === null ? checked : { ...checked, kind: 'repriced', findings: { ...findings, similarId } };
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
 * Returns a function that says whether a row is a total; call it for rows in their order. A total has no metadata, and
 * the sum of at least two rows above it that all have some.
 */
function totals(): (draft: LinkDraft) => boolean {
  let rows = 0;
  let sum = 0;
  return ({ prices, metadata }) => {
    const [price, other] = prices;
    const cents = price?.discountCents ?? price?.priceCents ?? 0;
    if (rows > 1 && !other && metadata.length === 0 && cents === sum) return true;
    rows = metadata.length === 0 ? Number.NEGATIVE_INFINITY : rows + 1;
    sum += cents;
    return false;
  };
}
