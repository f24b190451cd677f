// The columns of an import's rows. Their widths follow their contents.

import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleNumber1,
  IconCircleX,
  IconCopy,
  IconCopyCheck,
  IconReplace,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import type { SyncState } from '../../../../shared/action.ts';
import { type ImportRow, type ImportState, isExisting } from '../../../../shared/link-import.ts';
import type { Currency } from '../../../../shared/money.ts';
import { localeInUse } from '../../../../shared/texts/catalog.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { CutTitle } from '../../../components/CutTitle.tsx';
import { CutValue } from '../../../components/CutValue.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import {
  firstValueWidth,
  leastPriceWidth,
  metadataValuesWidth,
  metadataWidth,
  pricesWidth,
} from '../../../components/fact-widths.ts';
import { MetadataLine } from '../../../components/MetadataLine.tsx';
import { PriceText } from '../../../components/Money.tsx';
import { RowButton } from '../../../components/parts.tsx';
import { WRAPPED } from '../../../components/Spare.tsx';
import { StateWord, SyncBadge } from '../../../components/SyncBadge.tsx';
import { stateColumns } from '../../../components/state-columns.tsx';
import { type ShownPrices, whole } from '../../../components/table-columns.ts';
import { textWidth, twoLinesWidth } from '../../../components/text-width.ts';
import { copyLinkById } from '../link-actions.tsx';
import { Fixable } from './Fixable.tsx';
import { errorsOf } from './RowProblems.tsx';
import styles from './rows.module.css';

const t = texts.linkImport.row;

type OwnState = Exclude<ImportState, SyncState>;

/** Icons and colors of the states of a row without a link. */
const OWN: Readonly<Record<OwnState, { readonly Icon: typeof IconTrash; readonly tone: SyncState }>> = {
  ready: { Icon: IconCircleCheck, tone: 'waiting' },
  exists: { Icon: IconCopyCheck, tone: 'waiting' },
  unconfirmed: { Icon: IconAlertTriangle, tone: 'needs-review' },
  refused: { Icon: IconCircleX, tone: 'rejected' },
  repeated: { Icon: IconCopy, tone: 'waiting' },
  repriced: { Icon: IconTag, tone: 'waiting' },
  bad: { Icon: IconAlertTriangle, tone: 'rejected' },
  'not-chosen': { Icon: IconCircleDashed, tone: 'waiting' },
  'not-made': { Icon: IconCircleDashed, tone: 'waiting' },
  deleted: { Icon: IconTrash, tone: 'waiting' },
  replaced: { Icon: IconReplace, tone: 'waiting' },
};
const isOwn = (state: ImportState): state is OwnState => state in OWN;

export function RowState({ state }: Pick<ImportRow, 'state'>) {
  if (!isOwn(state)) return <SyncBadge state={state} />;
  const { Icon, tone } = OWN[state];
  return (
    <StateWord icon={<Icon size={15} stroke={2} aria-hidden />} tone={tone}>
      {shared.states.importRow[state]}
    </StateWord>
  );
}

/** Px of the mark of a single use with its gap, and of the icon of a state with its gap. */
const MARK = 27;
/** Px of the pencil at a cell with an error, with its gap. */
const PENCIL = 15;
/** Px of a row's checkbox with its gap. */
const BOX = 24;
const STATE_ICON = 22;
/** From these widths of the table on, px, rows show their addresses and what is wrong with them, and states have words. */
const ADDRESS = 520;
const ROOMY = 800;
/** From this width of the table on, px, the product of each row is readable, and its price whole. */
const FACTS = 690;
/** Px of a raw price that are never cut then. */
const TYPED_PRICE = 178;
/** Px of an address in a table without room. */
const ADDRESS_PART = 80;
/** Px for the errors of a row beside its state: at least, in a narrow table, and at most. */
const PROBLEM = { least: 64, cramped: 120, short: 200, most: 360 };
/** Two lines, broken between words. */
const inTwoLines = (text: string): number => textWidth(text, 12) / 2 + 48;

const markTakes = ({ useOnce }: ImportRow): number => (useOnce ? MARK : 0);

/** A raw price is cut if it is longer than any real price, or if the table is narrow. */
function leastOfPrice(row: ImportRow, currencies: readonly Currency[], shown: ShownPrices, isNarrow: boolean): number {
  if (!row.read) return leastPriceWidth(row.prices, currencies, shown, isNarrow ? 1 : 2) + markTakes(row);
  return isNarrow ? 0 : Math.min(TYPED_PRICE, textWidth(row.read.price)) + PENCIL;
}

function priceNeeds(row: ImportRow, currencies: readonly Currency[], shown: ShownPrices): number {
  return (row.read ? textWidth(row.read.price) + PENCIL : pricesWidth(row.prices, currencies, shown)) + markTakes(row);
}

const shownMetadata = ({ metadata, read }: ImportRow) => read?.metadata ?? metadata;

const factsWith = (currencies: readonly Currency[], isNarrow: boolean): readonly Column<ImportRow>[] => [
  {
    key: 'product',
    header: t.product,
    width: {
      min: isNarrow ? 76 : 100,
      first: (room) => 0.25 * room - 40,
      need: ({ productTitle, read }) => textWidth(productTitle) + (read ? PENCIL : 0),
      wrapped: ({ productTitle, read }) => twoLinesWidth(productTitle) + (read ? PENCIL : 0),
    },
    cell: (row, tabIndex) => (
      <Fixable row={row} place="product" tabIndex={tabIndex}>
        <CutTitle title={row.productTitle} className={WRAPPED}>
          {row.productTitle}
        </CutTitle>
      </Fixable>
    ),
  },
  {
    key: 'price',
    header: t.price,
    width: {
      min: 56,
      least: (row, shown) => leastOfPrice(row, currencies, shown, isNarrow),
      need: (row, shown) => priceNeeds(row, currencies, shown),
    },
    align: 'right',
    joined: true,
    cell: (row, tabIndex) => {
      const { prices, useOnce, read } = row;
      return read ? (
        <Fixable row={row} place="price" tabIndex={tabIndex}>
          <span title={read.price}>{read.price}</span>
        </Fixable>
      ) : (
        <span className={styles.price}>
          {useOnce && (
            <span className={styles.once} title={t.singleUse}>
              <IconCircleNumber1 size={15} stroke={1.75} aria-hidden />
              <span>{t.singleUseMark}</span>
            </span>
          )}
          <PriceText prices={prices} figures />
        </span>
      );
    },
  },
  {
    key: 'metadata',
    header: t.metadata,
    width: {
      min: 60,
      least: (row) => firstValueWidth(shownMetadata(row)),
      first: (room) => 0.3 * room - 80,
      need: (row) => metadataWidth(shownMetadata(row)),
      short: (row) => metadataValuesWidth(shownMetadata(row)),
    },
    cell: (row, tabIndex) => (
      <Fixable row={row} place="metadata" tabIndex={tabIndex}>
        <MetadataLine metadata={shownMetadata(row)} />
      </Fixable>
    ),
  },
];
/** The errors are shown below the table, and here on hover. */
const stateAlone = (row: ImportRow) => (
  <span title={problemsOf(row)}>
    <RowState state={row.state} />
  </span>
);

const lineNumber = (row: ImportRow): string => row.line.toLocaleString(localeInUse());
const lineTakes = (row: ImportRow): number => Math.max(textWidth(lineNumber(row)), textWidth(t.line, 12, 500));

const line = (before: number): Column<ImportRow> => ({
  ...{ key: 'line', header: t.line },
  width: { ...whole((row) => before + lineTakes(row)), isFirm: true },
  cell: lineNumber,
});
const stateWord = ({ state }: ImportRow): string =>
  isOwn(state) ? shared.states.importRow[state] : shared.states.sync[state];
const stateTakes = (row: ImportRow): number => STATE_ICON + textWidth(stateWord(row));
const statesWithin = (narrow: number) =>
  stateColumns<ImportRow>({ key: 'state', header: t.state, narrow }, stateWord, stateAlone);

/** The errors of a row, or its notes; its state already says the first one of a row that exists. */
function problemsOf(row: ImportRow): string {
  const errors = errorsOf(row);
  const odd = isExisting(row) ? row.warnings.slice(1) : row.warnings;
  return (errors.length > 0 ? errors : odd).join('; ');
}

function Wrong({ row }: { readonly row: ImportRow }) {
  const text = problemsOf(row);
  return text === '' ? null : (
    <span className={styles.problem} data-wrong={errorsOf(row).length > 0 || undefined} title={text}>
      {text}
    </span>
  );
}

const stateWithProblem: Column<ImportRow> = {
  ...{ key: 'state', header: t.state, from: ADDRESS, grows: true },
  width: {
    min: 80,
    least: (row) => (problemsOf(row) === '' ? stateTakes(row) : STATE_ICON + PROBLEM.least),
    need: (row) => stateTakes(row) + Math.min(PROBLEM.most, problemTakes(row)),
    short: (row) => stateTakes(row) + Math.min(PROBLEM.short, problemTakes(row)),
    // Titles have their room first: the errors of the focused row are whole below the table.
    cramped: (row) => STATE_ICON + Math.min(PROBLEM.least, problemTakes(row)),
    isFlexible: true,
  },
  cell: (row) => (
    <span className={styles.rowState} title={problemsOf(row)}>
      <RowState state={row.state} />
      <Wrong row={row} />
    </span>
  ),
};

function problemTakes(row: ImportRow): number {
  const text = problemsOf(row);
  return text === '' ? 0 : Math.max(PROBLEM.short, inTwoLines(text));
}

/** An address gives way before what is wrong with other rows does. */
const addressColumn: Column<ImportRow> = {
  key: 'address',
  header: t.addressOrProblems,
  grows: true,
  iconOnly: 'ifCut',
  width: {
    min: 64,
    need: (row) => (row.checkoutUrl === null ? reasonTakes(row) : textWidth(endOf(row.checkoutUrl))),
    short: (row) => (row.checkoutUrl === null ? reasonTakes(row) : ADDRESS_PART),
    cramped: (row) => (row.checkoutUrl === null ? Math.min(PROBLEM.cramped, reasonTakes(row)) : ADDRESS_PART),
    isFlexible: true,
  },
  cell: (row) => (row.checkoutUrl === null ? <Wrong row={row} /> : <Address url={row.checkoutUrl} />),
};

const reasonTakes = (row: ImportRow): number => Math.min(PROBLEM.most, inTwoLines(problemsOf(row)));

const endOf = (url: string): string => url.slice(url.lastIndexOf('=') + 1);

const Address = ({ url }: { readonly url: string }) => (
  <span title={url} className={styles.address}>
    <span>{url.slice(0, url.length - endOf(url).length)}</span>
    <CutValue>{endOf(url)}</CutValue>
  </span>
);

const copyColumn: Column<ImportRow> = {
  ...{ key: 'copy', header: texts.links.table.actions, width: '28px', align: 'right', iconOnly: true, from: ADDRESS },
  cell: ({ linkId, checkoutUrl }, tabIndex) =>
    linkId !== null &&
    checkoutUrl !== null && (
      <RowButton
        aria-label={texts.links.commands.copy}
        title={texts.links.commands.copy}
        tabIndex={tabIndex}
        onClick={() => void copyLinkById(linkId)}
      >
        <IconCopy size={16} aria-hidden />
      </RowButton>
    ),
};

const GROWS = { grows: true } as const;
/** "Status" is wider than the icons. */
const ICON_ONLY = { iconOnly: true } as const;

/** `made`: of an import whose links are being created. `problems`: something is said of a row. */
export function columnsWith(
  currencies: readonly Currency[],
  made: boolean,
  problems: boolean,
): readonly Column<ImportRow>[] {
  const facts = [
    ...factsWith(currencies, true).map((column) => ({ ...column, below: FACTS })),
    ...factsWith(currencies, false).map((column) => ({ ...column, from: FACTS })),
  ];
  if (made) {
    return [line(0), ...facts, ...statesWithin(ROOMY), { ...addressColumn, from: ADDRESS }, copyColumn];
  }
  const states = statesWithin(ADDRESS).map((column) => ({ ...column, ...(column.below ? ICON_ONLY : GROWS) }));
  if (!problems) return [line(BOX), ...facts, ...states];
  return [line(BOX), ...facts, stateWithProblem, ...states.filter(({ below }) => below)];
}
