// One row of an open file: its checked content, and its view for the window.
import {
  type ImportCell,
  type ImportChoices,
  type ImportRow,
  MAX_CELL_LENGTH,
  type RowError,
} from '../../shared/link-import.ts';
import type { Currency } from '../../shared/money.ts';
import { texts } from '../../shared/texts/main.ts';
import { contentHash } from '../catalog/link-keys.ts';
import { withoutGuard } from '../csv/formula-guard.ts';
import type { StoreContext } from '../store-context.ts';
import { formatPrices } from '../sync/action-title.ts';
import { type Compared, NEW, stuckLink } from './compare-rows.ts';
import { cellsAsRead } from './file/as-read.ts';
import { type CellError, type Checked, UNREAD } from './file/check.ts';
import type { TableRow } from './file/table.ts';

const t = texts.linkImport.draft;
const UNCHECKED: Checked = { ...UNREAD, errors: [], warnings: [] };

export interface DraftRow {
  read: TableRow;
  checked: Checked;
  /** The content of its link, as `contentHash` returns it; null if it has errors. */
  content: string | null;
  compared: Compared;
  chosen: boolean;
}

export const newRow = (read: TableRow): DraftRow => ({
  read,
  checked: UNCHECKED,
  content: null,
  compared: NEW,
  chosen: false,
});

export function takeChecked(row: DraftRow, checked: Checked): void {
  const { draft, productId } = checked;
  row.content = draft === null || productId === null ? null : contentHash(productId, draft);
  row.checked = checked;
}

const withHint = ({ column, message, hint }: CellError): RowError => ({
  column,
  message: hint === undefined ? message : texts.linkTable.row.withHint({ problem: message, hint }),
});

/** The used cells of a row that can be corrected, with what is wrong in each. */
export function cellsOf(
  row: DraftRow,
  columns: readonly string[],
  roles: ImportChoices['roles'],
  store: StoreContext,
): ImportCell[] {
  return columns.flatMap((column, place) => {
    const text = withoutGuard(row.read.cells[place] ?? '').trim();
    if (roles[place]?.kind === 'ignore' || text.length > MAX_CELL_LENGTH) return [];
    const errors = row.checked.errors.filter((error) => error.column === column);
    const error = errors.map((one) => withHint(one).message).join('; ');
    const isWrongTitle = roles[place]?.kind === 'product' && error !== '';
    const products = isWrongTitle ? productsTitled(text, store) : [];
    return { at: place, column, text, error, products };
  });
}

/** The products of an ambiguous title that can be named by their ids. */
function productsTitled(title: string, { catalog: { products } }: StoreContext): ImportCell['products'] {
  const titled = products.titled(title);
  return titled.length < 2
    ? []
    : titled.flatMap((id) => {
        const { serverId = null, createdAt = 0 } = products.get(id) ?? {};
        return serverId === null ? [] : { serverId, createdAt };
      });
}

export function rowView(row: DraftRow, at: number, roles: ImportChoices['roles'], store: StoreContext): ImportRow {
  const { read, checked, compared, chosen } = row;
  const { draft, productId, errors } = checked;
  const { product: named, ...cells } = cellsAsRead(read.cells, roles);
  const product = productId === null ? undefined : store.catalog.products.get(productId);
  const stuck = compared.kind === 'existing' ? stuckLink(store, row.content) : null;
  return {
    id: String(at),
    line: read.line,
    productTitle: product?.fields.productTitle ?? named,
    prices: draft?.prices ?? [],
    read: draft === null ? cells : null,
    useOnce: draft?.useOnce ?? false,
    metadata: draft?.metadata ?? [],
    note: checked.note,
    errors: errors.map(withHint),
    warnings: [
      ...(stuck ? [t[stuck.state]] : []),
      ...warningsOf(row, store.deps.settings().currencies, t, stuck !== null),
    ],
    chosen,
    state: errors.length > 0 ? 'bad' : (stuck?.state ?? STATES[compared.kind]),
    checkoutUrl: null,
    linkId: compared.twin?.id ?? stuck?.id ?? null,
    actionId: null,
  };
}

export const hasRemark = ({ kind, twin, sameMetadataAs }: Compared): boolean =>
  kind === 'new' && (twin !== null || sameMetadataAs !== null);

const STATES = { new: 'ready', existing: 'exists', repeated: 'repeated', repriced: 'repriced' } as const;

/** `remarks`: those of the open file say what to do there, those of a begun import do not. */
export const warningsOf = (
  { compared: { kind, sameAs, twin, sameMetadataAs }, checked: { warnings } }: DraftRow,
  currencies: readonly Currency[],
  remarks: Pick<typeof t, 'sameAs' | 'repriced'>,
  isStuck = false,
): string[] => [
  ...(kind === 'existing' && !isStuck ? [t.exists] : []),
  ...(kind === 'repeated' && sameAs !== null ? [remarks.sameAs({ line: sameAs })] : []),
  ...(kind === 'repriced' && twin ? [remarks.repriced({ prices: formatPrices(twin.prices, currencies) })] : []),
  ...(kind === 'new' && twin ? [t.otherUse({ useOnce: twin.useOnce })] : []),
  ...(sameMetadataAs !== null ? [t.sameMetadataAs({ line: sameMetadataAs })] : []),
  ...warnings,
];
