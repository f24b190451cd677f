// The columns of an import's rows.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleNumber1,
  IconCopy,
  IconCopyCheck,
  IconPencil,
  IconReplace,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import type { SyncState } from '../../../../shared/change.ts';
import type { ImportRow, ImportState } from '../../../../shared/link-import.ts';
import { capitalized } from '../../../../shared/text.ts';
import { localeInUse } from '../../../../shared/texts/catalog.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { RowButton } from '../../../kit/parts.tsx';
import { StateWord, SyncBadge } from '../../../kit/SyncBadge.tsx';
import type { Column } from '../../../kit/table.ts';
import { MetadataLine, PriceText } from '../../../kit/values.tsx';
import { copyLinkById } from '../link-actions.tsx';
import styles from './import.module.css';

const t = texts.linkImport.row;

type OwnState = Exclude<ImportState, SyncState>;

/** Icons and colours for the states of a row without a link. */
const OWN: Readonly<Record<OwnState, { readonly Icon: typeof IconTrash; readonly tone: SyncState }>> = {
  new: { Icon: IconCircleCheck, tone: 'waiting' },
  existing: { Icon: IconCopyCheck, tone: 'waiting' },
  repeated: { Icon: IconCopy, tone: 'waiting' },
  repriced: { Icon: IconTag, tone: 'waiting' },
  skipped: { Icon: IconCircleDashed, tone: 'waiting' },
  bad: { Icon: IconAlertTriangle, tone: 'rejected' },
  'not-chosen': { Icon: IconCircleDashed, tone: 'waiting' },
  deleted: { Icon: IconTrash, tone: 'waiting' },
  replaced: { Icon: IconReplace, tone: 'waiting' },
};
const isOwn = (state: ImportState): state is OwnState => state in OWN;

export function RowState({ state }: Pick<ImportRow, 'state'>) {
  if (!isOwn(state)) return <SyncBadge state={state} />;
  const { Icon, tone } = OWN[state];
  return <StateWord Icon={Icon} tone={tone} word={shared.states.importRow[state]} />;
}

/** For example "Price: Enter a price". */
export const errorsOf = ({ errors }: ImportRow): string[] =>
  errors.map(({ column, message }) =>
    column === '' ? message : t.problemInColumn({ column: capitalized(column), problem: message }),
  );

/** The errors of a row; if it has none, its remarks. */
function problemsOf(row: ImportRow): string {
  const errors = errorsOf(row);
  return (errors.length > 0 ? errors : row.warnings).join('; ');
}

const COLUMNS: readonly Column<ImportRow>[] = [
  {
    key: 'line',
    header: t.line,
    track: '5rem',
    cell: (row) => row.line.toLocaleString(localeInUse()),
  },
  {
    key: 'product',
    header: texts.links.facts.product,
    track: 'minmax(5rem, 3fr)',
    cell: (row) => <span title={row.productTitle}>{row.productTitle}</span>,
  },
  {
    key: 'price',
    header: texts.links.facts.price,
    track: 'minmax(5rem, 1.6fr)',
    align: 'right',
    cell: ({ prices, useOnce, read }) =>
      read ? (
        <span title={read.price}>{read.price}</span>
      ) : (
        <span className={styles.price}>
          {useOnce && <IconCircleNumber1 size={15} stroke={1.75} aria-label={texts.links.facts.singleUse} />}
          <PriceText prices={prices} figures />
        </span>
      ),
  },
  {
    key: 'metadata',
    header: texts.links.facts.metadata,
    hideBelow: 640,
    track: 'minmax(5rem, 2.4fr)',
    cell: ({ metadata, read }) => <MetadataLine metadata={read?.metadata ?? metadata} />,
  },
];

/** The state, with what is wrong. In the open file, `fix` opens the row for correction; null for an import. */
const stateWith = (fix: ((row: ImportRow) => void) | null): Column<ImportRow> => ({
  key: 'state',
  header: texts.links.facts.state,
  track: fix ? 'minmax(9rem, 6fr)' : 'minmax(9rem, 3fr)',
  // Room for an icon, and for the button beside it.
  narrowTrack: fix ? '3.5rem' : '1.375rem',
  cell: (row, tabIndex) => {
    const text = problemsOf(row);
    return (
      <span className={styles.rowState} title={text}>
        <RowState state={row.state} />
        {fix !== null && row.errors.some(({ column }) => column !== '') && (
          <RowButton
            aria-label={texts.linkImport.fix.cellsOf({ line: row.line })}
            tabIndex={tabIndex}
            onClick={() => fix(row)}
          >
            <IconPencil size={16} aria-hidden />
          </RowButton>
        )}
        {text !== '' && (
          <span className={styles.problem} data-wrong={row.errors.length > 0 || undefined}>
            {text}
          </span>
        )}
      </span>
    );
  },
});

const ADDRESS: readonly Column<ImportRow>[] = [
  {
    key: 'address',
    header: texts.links.details.checkoutUrl,
    // The button in the state column stays visible.
    hideBelow: 900,
    track: 'minmax(6rem, 2.4fr)',
    cell: ({ checkoutUrl }) =>
      checkoutUrl !== null && (
        <span className={styles.address} title={checkoutUrl}>
          <bdi>{checkoutUrl}</bdi>
        </span>
      ),
  },
  {
    key: 'copy',
    header: texts.palette.groups.do,
    hideBelow: 640,
    track: '28px',
    align: 'right',
    iconOnly: true,
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
  },
];

/** `fix` opens a row of the open file; null for an import, whose links may have addresses. */
export const columnsWith = (fix: ((row: ImportRow) => void) | null): readonly Column<ImportRow>[] => [
  ...COLUMNS,
  stateWith(fix),
  ...(fix === null ? ADDRESS : []),
];
