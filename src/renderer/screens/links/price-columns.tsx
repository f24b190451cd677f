// The columns with the prices and the metadata of links; in the narrowest lists they are one.
import { IconCircleNumber1, IconNote } from '@tabler/icons-react';
import type { Currency } from '../../../shared/money.ts';
import type { LinkView } from '../../../shared/payment-link.ts';
import { enumerated } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { firstValueWidth, leastPriceWidth, metadataValuesWidth, metadataWidth } from '../../components/fact-widths.ts';
import { MetadataLine } from '../../components/MetadataLine.tsx';
import { PriceText } from '../../components/Money.tsx';
import type { Column, ShownPrices } from '../../components/table-columns.ts';
import { textWidth } from '../../components/text-width.ts';
import { isLeaving } from '../share/shared-link.ts';
import styles from './Links.module.css';
import { SoldMark } from './Sold.tsx';

const { table: t, facts } = texts.links;

/** Marks beside a price have words from this table width (px) on; the same as in the style sheet. */
const ROOMY = 900;
/** From this table width on, two prices are shown. */
export const MIDDLE = 600;
/** In narrower tables, metadata is below the price. */
export const NARROW = 420;
/** Px of an icon, of the gap after it, and of the checkbox of the first column with its gap. */
const ICON = 15;
const GAP = 12;
export const BOX = 24;
/** Px between the marks of a narrow table, and between them and the price; the same as in the style sheet. */
const NARROW_GAPS = { marks: 4, price: 8 };
/** Px of an order number and a customer. */
const CUSTOMER = 270;
/** Metadata gets its space before others, because it distinguishes links. An order number has about 115 px. */
const FIRST = (room: number) => Math.min(0.4 * room - 62, Math.max(115, 0.3 * room - 35));

/** In a narrow table a mark is only its icon. */
function marksTake({ useOnce, sold }: LinkView, isRoomy: boolean): number {
  const marks = [...(useOnce ? [t.singleUse] : []), ...(sold ? [facts.sold] : [])];
  if (marks.length === 0) return 0;
  if (!isRoomy) return marks.length * ICON + (marks.length - 1) * NARROW_GAPS.marks + NARROW_GAPS.price;
  return marks.reduce((sum, word) => sum + ICON + GAP + 4 + textWidth(word, 12), 0);
}

const noteTakes = ({ note }: Pick<LinkView, 'note'>): number => (note === '' ? 0 : ICON + GAP);

/** `isAlone`: on a product's page, where nothing but metadata tells links apart. */
export function priceAndMetadata(currencies: readonly Currency[], isAlone: boolean): readonly Column<LinkView>[] {
  /** `whole`: how many prices are shown, as in the style sheet, without room one; "+1" stands for the others. */
  const price = (from: number, below: number | undefined, whole: number): Column<LinkView> => {
    const isRoomy = from >= ROOMY;
    const before = (link: LinkView, hasWords = isRoomy) => marksTake(link, hasWords) + (isAlone ? BOX : 0);
    return {
      key: 'price',
      header: facts.price,
      sortsBy: 'price',
      from,
      ...(below && { below }),
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
    price(ROOMY, undefined, 2),
    price(MIDDLE, ROOMY, 2),
    price(isAlone ? 0 : NARROW, MIDDLE, 1),
    metadataColumn(isAlone),
    ...(isAlone ? [] : [stackedColumn(currencies)]),
  ];
}

/** On a product's page nothing else of a row can show that its link waits for its deletion. */
const metadataColumn = (isAlone: boolean): Column<LinkView> => ({
  key: 'metadata',
  header: facts.metadata,
  from: isAlone ? 0 : NARROW,
  width: {
    min: 44,
    // Where an order number would be cut, the mark of a note is below it.
    least: ({ metadata }) => firstValueWidth(metadata),
    first: FIRST,
    need: (link) => metadataWidth(link.metadata) + noteTakes(link),
    short: (link) => metadataValuesWidth(link.metadata) + noteTakes(link),
    // There second prices give way to it.
    ...(isAlone && {
      cramped: (link: LinkView) => Math.min(CUSTOMER, metadataValuesWidth(link.metadata) + noteTakes(link)),
      isFlexible: true as const,
    }),
  },
  cell: (link) => <MetadataCell link={link} isStruck={isAlone && isLeaving(link)} />,
});

/** The metadata below the price: side by side they would leave no room for the title. */
function stackedColumn(currencies: readonly Currency[]): Column<LinkView> {
  const priceOf = (link: LinkView, shown: ShownPrices) =>
    leastPriceWidth(link.prices, currencies, shown) + marksTake(link, false);
  const least = (link: LinkView, shown: ShownPrices) =>
    Math.max(priceOf(link, shown), firstValueWidth(link.metadata) + noteTakes(link));
  return {
    key: 'price',
    header: enumerated([facts.price, facts.metadata]),
    sortsBy: 'price',
    below: NARROW,
    width: {
      min: 56,
      least,
      cramped: least,
      need: (link, shown) => Math.max(priceOf(link, shown), metadataWidth(link.metadata) + noteTakes(link)),
      short: (link) => Math.max(priceOf(link, 'all'), metadataValuesWidth(link.metadata) + noteTakes(link)),
    },
    align: 'right',
    joined: true,
    cell: (link) => (
      <span className={styles.stacked}>
        <PriceCell link={link} isStruck={false} />
        <MetadataCell link={link} isStruck={false} />
      </span>
    ),
  };
}

interface CellProps {
  readonly link: LinkView;
  readonly isStruck: boolean;
}

const MetadataCell = ({ link, isStruck }: CellProps) => (
  <span className={`${styles.metadata} ${isStruck ? styles.leaving : ''}`}>
    <NoteMark note={link.note} />
    <span className={styles.values} style={{ flexBasis: firstValueWidth(link.metadata) }}>
      <MetadataLine metadata={link.metadata} />
    </span>
  </span>
);

const NoteMark = ({ note }: { readonly note: string }) =>
  note !== '' && (
    <span className={styles.noteMark} role="img" aria-label={t.privateNote({ note })} title={note}>
      <IconNote size={14} aria-hidden />
    </span>
  );

function PriceCell({ link, isStruck }: CellProps) {
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
