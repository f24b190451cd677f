// The columns of the table "Payment links". They share the width by content; narrower tables have fewer columns.
import { IconCircleNumber1, IconNote, IconQrcode, IconReplace } from '@tabler/icons-react';
import type { Currency } from '../../../shared/money.ts';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts as rules } from '../../../shared/texts/rules.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CutTitle } from '../../components/CutTitle.tsx';
import { firstValueWidth, leastPriceWidth, metadataValuesWidth, metadataWidth } from '../../components/fact-widths.ts';
import { MetadataLine } from '../../components/MetadataLine.tsx';
import { PriceText } from '../../components/Money.tsx';
import { RelativeTime, timesWidth } from '../../components/RelativeTime.tsx';
import { RowButton } from '../../components/RowButton.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import { WRAPPED } from '../../components/Spare.tsx';
import { StateWord, SyncBadge } from '../../components/SyncBadge.tsx';
import { stateColumns } from '../../components/state-columns.tsx';
import { TWIN, Twin, twinText } from '../../components/Twin.tsx';
import type { Column, ShownPrices } from '../../components/table-columns.ts';
import { textWidth, twoLinesWidth } from '../../components/text-width.ts';
import { openQrCode } from '../share/open-qr-code.tsx';
import { isLeaving, linkToShare } from '../share/shared-link.ts';
import styles from './Links.module.css';
import { copyCommand, rowCommands } from './link-commands.tsx';
import { SoldMark } from './Sold.tsx';

const { table: t, facts } = texts.links;

/** Marks beside a price have words from this table width (px) on; the same as in the style sheet. */
const ROOMY = 900;
/** From these widths on, the most used actions have buttons; below the second, only the menu fits. */
const MIDDLE = 600;
const NARROW = 420;
/** From this width on, a list beside the details shows states. */
const BESIDE = 480;
/** Px of an icon, of the gap after it, and of the checkbox of the first column with its gap. */
const ICON = 15;
const GAP = 12;
const BOX = 24;
/** Px between the marks of a narrow table, and between them and the price; the same as in the style sheet. */
const NARROW_GAPS = { marks: 4, price: 8 };
/** Px of an order number and a customer. */
const CUSTOMER = 270;
/** Titles and metadata get their space first, because they distinguish links. An order number has about 115 px. */
const FIRST = {
  titles: (room: number) => Math.max(0.3 * room - 60, Math.min(0.3 * room, 130)),
  metadata: (room: number) => Math.min(0.4 * room - 62, Math.max(115, 0.3 * room - 35)),
};

/** In a narrow table a mark is only its icon. */
function marksTake({ useOnce, sold }: LinkView, isRoomy: boolean): number {
  const marks = [...(useOnce ? [t.singleUse] : []), ...(sold ? [facts.sold] : [])];
  if (marks.length === 0) return 0;
  if (!isRoomy) return marks.length * ICON + (marks.length - 1) * NARROW_GAPS.marks + NARROW_GAPS.price;
  return marks.reduce((sum, word) => sum + ICON + GAP + 4 + textWidth(word, 12), 0);
}

/** `isAlone`: on a product's page. `isBeside`: beside the details of a link, which have its commands. */
export function linkColumns(options: {
  readonly currencies: readonly Currency[];
  readonly isAlone: boolean;
  readonly isBeside: boolean;
}): readonly Column<LinkView>[] {
  const { currencies, isAlone, isBeside } = options;
  /** `whole`: how many prices are shown, as in the style sheet, without room one; "+1" stands for the others. */
  const price = (isRoomy: boolean, whole: number): Column<LinkView> => {
    const before = (link: LinkView, hasWords = isRoomy) => marksTake(link, hasWords) + (isAlone ? BOX : 0);
    return {
      key: 'price',
      header: facts.price,
      sortsBy: 'price',
      ...(isRoomy ? { from: ROOMY } : whole > 1 ? { from: MIDDLE, below: ROOMY } : { below: MIDDLE }),
      width: {
        min: isAlone ? 96 : 56,
        isFirm: true,
        least: (link, shown) => leastPriceWidth(link.prices, currencies, shown, whole) + before(link),
        need: (link, shown) => leastPriceWidth(link.prices, currencies, shown, whole) + before(link),
        ...(isRoomy && {
          cramped: (link: LinkView, shown: ShownPrices) =>
            leastPriceWidth(link.prices, currencies, shown, whole) + before(link, false),
        }),
      },
      align: 'right',
      ...(isAlone ? {} : { joined: true }),
      cell: (link) => <PriceCell link={link} isStruck={isAlone && isLeaving(link)} />,
    };
  };
  return [
    ...(isAlone ? [] : [PRODUCT]),
    price(true, 2),
    price(false, 2),
    price(false, 1),
    metadataColumn(isAlone),
    ...states(isBeside),
    CREATED,
    ...actions(isBeside),
  ];
}

const productWidth = ({ productTitle, productTwin }: LinkView): number =>
  Math.max(textWidth(productTitle), productTwin ? Math.min(TWIN, textWidth(twinText(productTwin), 12)) : 0);

/** The second line of a twin is taken. */
const wrappedWidth = (link: LinkView): number =>
  link.productTwin ? productWidth(link) : twoLinesWidth(link.productTitle);

const PRODUCT: Column<LinkView> = {
  key: 'product',
  header: facts.product,
  sortsBy: 'title',
  width: {
    min: 68,
    first: FIRST.titles,
    need: (link) => BOX + productWidth(link),
    wrapped: (link) => BOX + wrappedWidth(link),
  },
  cell: (link) => (
    <>
      <CutTitle title={link.productTitle} className={`${WRAPPED} ${isLeaving(link) ? styles.leaving : ''}`}>
        {link.productTitle}
      </CutTitle>
      {link.productTwin && <Twin of={link.productTwin} />}
    </>
  ),
};

const noteTakes = ({ note }: Pick<LinkView, 'note'>): number => (note === '' ? 0 : ICON + GAP);

/** On a product's page nothing else of a row can show that its link waits for its deletion. */
const metadataColumn = (isAlone: boolean): Column<LinkView> => ({
  key: 'metadata',
  header: facts.metadata,
  width: {
    min: 44,
    // Where an order number would be cut, the mark of a note is below it.
    least: ({ metadata }) => firstValueWidth(metadata),
    first: FIRST.metadata,
    need: (link) => metadataWidth(link.metadata) + noteTakes(link),
    short: (link) => metadataValuesWidth(link.metadata) + noteTakes(link),
    // There it is what tells links apart: second prices give way to it.
    ...(isAlone && {
      cramped: (link: LinkView) => Math.min(CUSTOMER, metadataValuesWidth(link.metadata) + noteTakes(link)),
      isFlexible: true as const,
    }),
  },
  cell: (link) => (
    <span className={`${styles.metadata} ${isAlone && isLeaving(link) ? styles.leaving : ''}`}>
      <NoteMark note={link.note} />
      <span className={styles.values} style={{ flexBasis: firstValueWidth(link.metadata) }}>
        <MetadataLine metadata={link.metadata} />
      </span>
    </span>
  ),
});

const NoteMark = ({ note }: { readonly note: string }) =>
  note !== '' && (
    <span className={styles.noteMark} role="img" aria-label={t.privateNote({ note })} title={note}>
      <IconNote size={14} aria-hidden />
    </span>
  );

/** Omitted in a narrow list beside the details, which show it; titles need the space. */
const states = (isBeside: boolean) =>
  stateColumns<LinkView>(
    { key: 'state', header: facts.state, sortsBy: 'state', from: isBeside ? BESIDE : 300 },
    (link) => (isBeingReplaced(link) ? t.beingReplaced : rules.states.sync[link.sync]),
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

/** Buttons for the most used commands. The menu has all commands, so narrow rows have fewer buttons. */
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

function PriceCell({ link, isStruck }: { readonly link: LinkView; readonly isStruck: boolean }) {
  return (
    <span className={styles.price}>
      <span className={styles.line}>
        {(link.useOnce || link.sold) && (
          <span className={styles.marks}>
            {link.useOnce && (
              <span className={styles.mark} title={facts.singleUse}>
                <IconCircleNumber1 size={ICON} aria-hidden />
                <span className={styles.word}>{t.singleUse}</span>
              </span>
            )}
            {link.sold && <SoldMark sold={link.sold} />}
          </span>
        )}
        <span className={isStruck ? styles.leaving : undefined}>
          <PriceText prices={link.prices} figures />
        </span>
      </span>
    </span>
  );
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
