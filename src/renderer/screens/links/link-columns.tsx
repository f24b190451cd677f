// The columns of the table "Payment links". They share the width by content; narrower tables have fewer columns.
import { IconQrcode, IconReplace } from '@tabler/icons-react';
import type { Currency } from '../../../shared/money.ts';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CutTitle } from '../../components/CutTitle.tsx';
import { RowButton } from '../../components/parts.tsx';
import { RelativeTime, timesWidth } from '../../components/RelativeTime.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import { WRAPPED } from '../../components/Spare.tsx';
import { StateWord, SyncBadge } from '../../components/SyncBadge.tsx';
import { stateColumns } from '../../components/state-columns.tsx';
import type { Column } from '../../components/table-columns.ts';
import { textWidth, twoLinesWidth } from '../../components/text-width.ts';
import { openQrCode } from '../share/QrCode.tsx';
import { isLeaving, linkToShare } from '../share/shared-link.ts';
import styles from './Links.module.css';
import { copyCommand, rowCommands } from './link-commands.tsx';
import { BOX, MIDDLE, NARROW, priceAndMetadata } from './price-columns.tsx';

const { table: t, facts } = texts.links;

/** From this width on, a list beside the details shows states. */
const BESIDE = 480;
/** Titles get their space first, because they distinguish links. */
const FIRST = (room: number) => Math.max(0.3 * room - 60, Math.min(0.3 * room, 130));

/** `isAlone`: on a product's page. `isBeside`: beside the details of a link, which have its commands. */
export function linkColumns(options: {
  readonly currencies: readonly Currency[];
  readonly isAlone: boolean;
  readonly isBeside: boolean;
}): readonly Column<LinkView>[] {
  const { currencies, isAlone, isBeside } = options;
  return [
    ...(isAlone ? [] : [PRODUCT]),
    ...priceAndMetadata(currencies, isAlone),
    ...states(isBeside),
    CREATED,
    ...actions(isBeside),
  ];
}

const PRODUCT: Column<LinkView> = {
  key: 'product',
  header: facts.product,
  sortsBy: 'title',
  width: {
    min: 68,
    first: FIRST,
    need: (link) => BOX + textWidth(link.productTitle),
    wrapped: (link) => BOX + twoLinesWidth(link.productTitle),
  },
  cell: (link) => (
    <CutTitle title={link.productTitle} className={`${WRAPPED} ${isLeaving(link) ? styles.leaving : ''}`}>
      {link.productTitle}
    </CutTitle>
  ),
};

/** Omitted in a narrow list beside the details, which show it; titles need the space. */
const states = (isBeside: boolean) =>
  stateColumns<LinkView>(
    { key: 'state', header: facts.state, sortsBy: 'state', from: isBeside ? BESIDE : 300 },
    (link) => (isBeingReplaced(link) ? t.beingReplaced : shared.states.sync[link.sync]),
    (link) => <LinkState link={link} />,
  );

const CREATED: Column<LinkView> = {
  key: 'created',
  header: facts.created,
  sortsBy: 'created',
  from: 860,
  width: timesWidth(({ createdAt }) => createdAt),
  cell: (link) => <RelativeTime at={link.createdAt} />,
};

/** Buttons for the most used commands. In the narrowest lists only the menu fits. It has all commands, so narrow rows have fewer buttons. */
function actions(isBeside: boolean): Column<LinkView>[] {
  const column = { key: 'actions', header: t.actions, align: 'right' } as const;
  if (isBeside) return [{ ...column, from: 860, width: '84px', cell: (link, tab) => <Actions {...{ link, tab }} /> }];
  return [
    { ...column, from: MIDDLE, width: '84px', cell: (link, tab) => <Actions {...{ link, tab }} /> },
    {
      ...column,
      from: NARROW,
      below: MIDDLE,
      width: '56px',
      cell: (link, tab) => <Actions {...{ link, tab }} withoutQrCode />,
    },
    {
      ...column,
      below: NARROW,
      width: '28px',
      iconOnly: true,
      cell: (link, tab) => <MoreActions {...{ link, tab }} />,
    },
  ];
}

const isBeingReplaced = ({ sync, replacedBy }: LinkView): boolean =>
  replacedBy !== null && (sync === 'waiting' || sync === 'sending');

/** The state of a link, and other things in progress. */
export function LinkState({ link }: { readonly link: LinkView }) {
  const { sync, replaces } = link;
  if (isBeingReplaced(link)) {
    return (
      <StateWord icon={<IconReplace size={15} stroke={2} aria-hidden />} tone={sync} title={t.beingReplacedHint}>
        {t.beingReplaced}
      </StateWord>
    );
  }
  if (sync === 'uncertain') return <SyncBadge state={sync} title={link.uncertain ?? ''} doubtOn={link.doubtOn} />;
  if (isLeaving(link)) return <SyncBadge state={sync} title={t.toBeDeleted} />;
  return replaces === null ? (
    <SyncBadge state={sync} createdOn={link.createdOn} doubtOn={link.doubtOn} />
  ) : (
    <SyncBadge state={sync} title={t.replaces} />
  );
}

interface ActionsProps {
  readonly link: LinkView;
  readonly tab: 0 | -1;
}

function MoreActions({ link, tab }: ActionsProps) {
  const label = t.moreActions({ product: link.productTitle });
  return <RowMenu label={label} tabIndex={tab} data-tour="link-menu" commands={() => rowCommands(link)} />;
}

function Actions({ link, tab, withoutQrCode }: ActionsProps & { readonly withoutQrCode?: boolean }) {
  const copy = copyCommand(link);
  const shared = linkToShare(link);
  return (
    <span className={styles.actions}>
      <RowButton
        aria-label={copy.label}
        aria-pressed={copy.pressed}
        title={copy.pressed === undefined ? copy.label : t.copyWhenReadyHint}
        tabIndex={tab}
        data-tour="copy-link"
        onClick={copy.run}
      >
        <copy.Icon size={16} aria-hidden />
      </RowButton>
      {!withoutQrCode && (
        <RowButton
          aria-label={texts.links.commands.showQrCode}
          title={shared ? texts.links.commands.showQrCode : texts.links.addressWaits}
          disabled={!shared}
          tabIndex={tab}
          onClick={() => shared && openQrCode(shared)}
        >
          <IconQrcode size={16} aria-hidden />
        </RowButton>
      )}
      <MoreActions {...{ link, tab }} />
    </span>
  );
}
