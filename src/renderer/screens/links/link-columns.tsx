// The columns of the table "Payment links". Narrower tables have fewer columns.
import { IconCash, IconCircleNumber1, IconNote, IconReplace } from '@tabler/icons-react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { RowMenu } from '../../kit/commands.tsx';
import { RowButton } from '../../kit/parts.tsx';
import { Exception, StateWord, SyncBadge } from '../../kit/SyncBadge.tsx';
import { type Column, STATE, TIME } from '../../kit/table.ts';
import { exactTime, FirstEntry, OtherEntries, PriceText, RelativeTime } from '../../kit/values.tsx';
import { isLeaving } from '../share/shared-link.ts';
import styles from './Links.module.css';
import { copyCommand, isUsed } from './link-commands.tsx';

const { table: t, facts } = texts.links;

/** Strikes out a link whose deletion waits. */
const struck = (link: LinkView) => (isLeaving(link) ? styles.leaving : undefined);

const PRODUCT: Column<LinkView> = {
  key: 'product',
  header: facts.product,
  sortsBy: 'title',
  track: 'minmax(5.5rem, 3.4fr)',
  cell: (link) => (
    <span className={struck(link)} data-used={isUsed(link) || undefined} title={link.productTitle}>
      {link.productTitle}
    </span>
  ),
};

export const LINK_COLUMNS_OF_PRODUCT: readonly Column<LinkView>[] = [
  {
    key: 'order',
    header: t.order,
    track: 'minmax(4.5rem, 1.8fr)',
    cell: (link) => (
      <span className={`${styles.order} ${struck(link) ?? ''}`}>
        <NoteMark note={link.note} />
        <FirstEntry metadata={link.metadata} />
      </span>
    ),
  },
  {
    key: 'metadata',
    header: facts.metadata,
    hideBelow: 900,
    track: 'minmax(5rem, 2.8fr)',
    cell: ({ metadata }) => <OtherEntries metadata={metadata} />,
  },
  {
    key: 'price',
    header: facts.price,
    sortsBy: 'price',
    track: 'minmax(7rem, 3fr)',
    align: 'right',
    cell: (link) => <PriceCell link={link} />,
  },
  {
    key: 'state',
    header: facts.state,
    ...STATE,
    cell: (link) =>
      saysUsed(link) ? (
        <StateWord Icon={IconCash} tone="synced" word={facts.used} title={soldTitle(link)} />
      ) : (
        <Exception>
          <LinkState link={link} />
        </Exception>
      ),
  },
  {
    key: 'created',
    header: facts.created,
    sortsBy: 'created',
    hideBelow: 900,
    track: TIME,
    cell: (link) => <RelativeTime at={link.createdAt} />,
  },
  {
    key: 'actions',
    header: texts.palette.groups.do,
    track: '56px',
    narrowTrack: '28px',
    align: 'right',
    iconOnly: true,
    cell: (link, tab) => <Actions {...{ link, tab }} />,
  },
];

export const LINK_COLUMNS: readonly Column<LinkView>[] = [PRODUCT, ...LINK_COLUMNS_OF_PRODUCT];

const NoteMark = ({ note }: { readonly note: string }) =>
  note !== '' && (
    <span className={styles.noteMark} role="img" aria-label={t.privateNote({ note })} title={note}>
      <IconNote size={14} aria-hidden />
    </span>
  );

/** A used link says so only if it has no other state to show. */
const saysUsed = (link: LinkView): boolean => isUsed(link) && link.sync === 'synced';

const soldTitle = ({ sold }: LinkView): string | undefined =>
  sold ? texts.links.sold.seen({ count: sold.count, lastAt: exactTime(sold.lastAt) }) : undefined;

function PriceCell({ link }: { readonly link: LinkView }) {
  const saysSold = link.sold !== null && !saysUsed(link);
  return (
    <span className={styles.line}>
      {(link.useOnce || saysSold) && (
        <span className={styles.marks}>
          {link.useOnce && (
            <span className={styles.mark} title={facts.singleUse}>
              <IconCircleNumber1 size={15} aria-hidden />
              <span className={styles.word}>{t.singleUse}</span>
            </span>
          )}
          {saysSold && (
            <span className={`${styles.mark} ${styles.sold}`} title={soldTitle(link)}>
              <IconCash size={14} aria-hidden />
              <span className={styles.word}>{isUsed(link) ? facts.used : facts.sold}</span>
            </span>
          )}
        </span>
      )}
      <span className={struck(link)}>
        <PriceText prices={link.prices} figures />
      </span>
    </span>
  );
}

const isBeingReplaced = ({ sync, replacedBy }: LinkView): boolean =>
  replacedBy !== null && (sync === 'waiting' || sync === 'sending');

/** The state of a link, and whatever else is in progress. */
export function LinkState({ link }: { readonly link: LinkView }) {
  const { sync } = link;
  if (isBeingReplaced(link)) {
    return <StateWord Icon={IconReplace} tone={sync} word={t.beingReplaced} />;
  }
  if (sync === 'uncertain') return <SyncBadge state={sync} title={link.uncertain ?? ''} doubtOn={link.doubtOn} />;
  if (isLeaving(link)) return <SyncBadge state={sync} title={t.toBeDeleted} />;
  return <SyncBadge state={sync} createdOn={link.createdOn} doubtOn={link.doubtOn} />;
}

interface ActionsProps {
  readonly link: LinkView;
  readonly tab: 0 | -1;
}

function Actions({ link, tab }: ActionsProps) {
  const copy = copyCommand(link);
  return (
    <span className={styles.actions}>
      <RowButton
        aria-label={copy.label}
        aria-pressed={copy.pressed}
        title={copy.label}
        tabIndex={tab}
        data-tour="copy-link"
        onClick={copy.run}
      >
        <copy.Icon size={16} aria-hidden />
      </RowButton>
      <RowMenu of={link.productTitle} tabIndex={tab} data-tour="link-menu" />
    </span>
  );
}
