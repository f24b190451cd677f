// The columns of an import's rows.

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
import { localeInUse } from '../../../../shared/texts/catalog.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { MetadataLine } from '../../../components/MetadataLine.tsx';
import { PriceText } from '../../../components/Money.tsx';
import { RowButton } from '../../../components/parts.tsx';
import { StateWord, SyncBadge } from '../../../components/SyncBadge.tsx';
import { STATE } from '../../../components/table-columns.ts';
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
  skipped: { Icon: IconCircleDashed, tone: 'waiting' },
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

const shownMetadata = ({ metadata, read }: ImportRow) => read?.metadata ?? metadata;

const LINE: Column<ImportRow> = {
  key: 'line',
  header: t.line,
  track: '5rem',
  cell: (row) => row.line.toLocaleString(localeInUse()),
};

const FACTS: readonly Column<ImportRow>[] = [
  {
    key: 'product',
    header: t.product,
    track: 'minmax(5rem, 3fr)',
    cell: (row, tabIndex) => (
      <Fixable row={row} place="product" tabIndex={tabIndex}>
        <span title={row.productTitle}>{row.productTitle}</span>
      </Fixable>
    ),
  },
  {
    key: 'price',
    header: t.price,
    track: 'minmax(5rem, 1.6fr)',
    align: 'right',
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
    track: 'minmax(5rem, 2.4fr)',
    cell: (row, tabIndex) => (
      <Fixable row={row} place="metadata" tabIndex={tabIndex}>
        <MetadataLine metadata={shownMetadata(row)} />
      </Fixable>
    ),
  },
];

/** The errors are shown below the table, and here on hover. */
const STATE_ALONE: Column<ImportRow> = {
  key: 'state',
  header: t.state,
  ...STATE,
  cell: (row) => (
    <span title={problemsOf(row)}>
      <RowState state={row.state} />
    </span>
  ),
};

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

const STATE_WITH_PROBLEM: Column<ImportRow> = {
  key: 'state',
  header: t.state,
  track: 'minmax(9rem, 3fr)',
  narrowTrack: '1.375rem',
  cell: (row) => (
    <span className={styles.rowState} title={problemsOf(row)}>
      <RowState state={row.state} />
      <Wrong row={row} />
    </span>
  ),
};

const ADDRESS: Column<ImportRow> = {
  key: 'address',
  header: t.addressOrProblems,
  hideBelow: 640,
  track: 'minmax(6rem, 2.4fr)',
  cell: (row) =>
    row.checkoutUrl === null ? (
      <Wrong row={row} />
    ) : (
      <span className={styles.address} title={row.checkoutUrl}>
        <bdi>{row.checkoutUrl}</bdi>
      </span>
    ),
};

const COPY: Column<ImportRow> = {
  key: 'copy',
  header: texts.links.table.actions,
  hideBelow: 480,
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
};

/** `made`: of an import whose links are being created. `problems`: something is said of a row. */
export function columnsWith(made: boolean, problems: boolean): readonly Column<ImportRow>[] {
  if (made) return [LINE, ...FACTS, STATE_ALONE, ADDRESS, COPY];
  return [LINE, ...FACTS, problems ? STATE_WITH_PROBLEM : STATE_ALONE];
}
