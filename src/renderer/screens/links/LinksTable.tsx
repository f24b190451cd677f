// The table "Payment links": on its own screen, and for one product on that product's page.
import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCircleNumber1, IconNote, IconQrcode, IconRefresh, IconReplace } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { type Column, DataTable, type Sort, type TableHandle } from '../../components/DataTable.tsx';
import { PriceText } from '../../components/Money.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { RowButton } from '../../components/RowButton.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import { StateWord, SyncBadge } from '../../components/SyncBadge.tsx';
import { useFrame } from '../../state/frame.ts';
import type { Pages } from '../../state/pages.ts';
import { go } from '../../state/route.ts';
import type { LinkSelection } from '../../state/selection.ts';
import { openQrCode } from '../share/open-qr-code.tsx';
import { linkToShare } from '../share/shared-link.ts';
import styles from './Links.module.css';
import { isLeaving, shownPrices } from './link-actions.tsx';
import { copyCommand, linkCommands } from './link-commands.tsx';
import { SoldMark } from './Sold.tsx';

const { table: words, facts } = texts.links;

const product: Column<LinkView> = {
  key: 'product',
  header: facts.product,
  sortsBy: 'title',
  width: 'minmax(104px, 2fr)',
  cell: (link) => (
    <span title={link.productTitle} className={isLeaving(link) ? styles.leaving : undefined}>
      {link.productTitle}
    </span>
  ),
};

const others: readonly Column<LinkView>[] = [
  {
    key: 'price',
    header: facts.price,
    width: 'minmax(184px, 288px)',
    align: 'right',
    cell: (link) => (
      <span className={styles.price}>
        <span className={styles.line}>
          {(link.useOnce || link.sold) && (
            <span className={styles.marks}>
              {link.useOnce && (
                <span className={styles.mark} title={facts.singleUse}>
                  <IconCircleNumber1 size={15} aria-hidden />
                  <span className={styles.word}>{words.singleUse}</span>
                </span>
              )}
              {link.sold && <SoldMark sold={link.sold} />}
            </span>
          )}
          <PriceText prices={link.prices} figures />
        </span>
      </span>
    ),
  },
  {
    key: 'metadata',
    header: facts.metadata,
    width: 'minmax(72px, 2fr)',
    cell: (link) => {
      const text = link.metadata.map(({ key, value }) => `${key}: ${value}`).join(', ');
      return (
        <>
          {link.note !== '' && (
            <span className={styles.noteMark} role="img" aria-label={words.privateNote(link.note)} title={link.note}>
              <IconNote size={14} aria-hidden />
            </span>
          )}
          <span title={text}>{text}</span>
        </>
      );
    },
  },
  {
    key: 'state',
    header: facts.state,
    width: '126px',
    cell: (link) => (
      <span className={styles.state}>
        <LinkState link={link} />
      </span>
    ),
  },
  {
    key: 'created',
    header: facts.created,
    sortsBy: 'created',
    width: '88px',
    cell: (link) => <RelativeTime at={link.createdAt} />,
  },
  {
    key: 'actions',
    header: words.actions,
    width: '84px',
    align: 'right',
    cell: (link, tab) => <Actions {...{ link, tab }} />,
  },
];
const withProduct = [product, ...others];

type Widths = Readonly<Record<string, string>>;
const withWidths = (columns: readonly Column<LinkView>[], widths: Widths): readonly Column<LinkView>[] =>
  columns
    .filter(({ key }) => widths[key] !== '')
    .map((column) => ({ ...column, width: widths[column.key] ?? column.width }));

/** Columns and their widths where there is less room, most of it first; '' leaves a column out. */
const LESS = [
  { created: '' },
  { created: '', product: 'minmax(112px, 4fr)', price: '148px', metadata: 'minmax(72px, 3fr)', state: '120px' },
] as const;
/** Beside the details of one, which show the rest and have the actions. */
const BESIDE = [
  { created: '', actions: '' },
  {
    created: '',
    actions: '',
    product: 'minmax(104px, 3fr)',
    price: '148px',
    metadata: 'minmax(72px, 2fr)',
    state: '120px',
  },
  { created: '', actions: '', metadata: '', price: 'minmax(120px, 232px)' },
  { created: '', actions: '', metadata: '', product: 'minmax(100px, 1fr)', price: '120px', state: '52px' },
] as const;
/** On a product's page, where the price stands first. */
const ALONE = [{ price: '264px' }, { price: '264px', created: '' }, { price: '200px', created: '' }] as const;

export interface LinksTableProps {
  readonly pages: Pages<'links.list'>;
  readonly selection: LinkSelection;
  readonly handle?: RefObject<TableHandle | null>;
  readonly showProduct: boolean;
  readonly sort?: Sort;
  readonly currentId?: string | null;
  readonly empty: ReactNode;
  readonly resetKey?: string;
  readonly maxHeight?: number;
}

export function LinksTable({ pages, selection, showProduct, currentId = null, empty, ...rest }: LinksTableProps) {
  const { currencies } = useFrame().settings;
  const { ids, ...selecting } = selection;
  const columns = useColumns(showProduct, currentId !== null);
  return (
    <DataTable
      label={texts.names.paymentLinks}
      columns={columns}
      total={pages.total}
      isExact={pages.head?.isExact ?? true}
      rowAt={pages.rowAt}
      indexOf={pages.indexOf}
      moved={pages.moved}
      show={pages.show}
      rowKey={(link) => link.id}
      onOpen={(link) => go(`#/links/${encodeURIComponent(link.id)}`)}
      currentKey={currentId}
      empty={empty}
      selection={{
        ...selecting,
        count: ids.size,
        has: (id) => ids.has(id),
        allLabel: words.selectAll,
        rowLabel: (link) => words.select(link.productTitle, shownPrices(link, currencies)),
      }}
      {...rest}
    />
  );
}

const COLUMNS = {
  list: [withProduct, ...LESS.map((widths) => withWidths(withProduct, widths))],
  beside: [withProduct, ...BESIDE.map((widths) => withWidths(withProduct, widths))],
  alone: ALONE.map((widths) => withWidths(others, widths)),
};

/** Up to which widths of the window (px) each of the narrower sets of columns is for. */
const UP_TO = { list: [1260, 1000], beside: [1560, 1260, 1180, 1000], alone: [1260, 1000] } as const;

/** The columns for which the window has room. */
function useColumns(showProduct: boolean, besideDetails: boolean): readonly Column<LinkView>[] {
  const place = besideDetails ? 'beside' : showProduct ? 'list' : 'alone';
  const [first, second, third = 0, fourth = 0]: readonly number[] = UP_TO[place];
  const narrower = [useIsAtMost(first), useIsAtMost(second), useIsAtMost(third), useIsAtMost(fourth)].filter(Boolean);
  return COLUMNS[place][narrower.length] ?? withProduct;
}

const useIsAtMost = (px = 0): boolean =>
  useMediaQuery(`(max-width: ${px}px)`, undefined, { getInitialValueInEffect: false });

/** How a link stands, and what else is going on with it. */
export function LinkState({ link }: { readonly link: LinkView }) {
  const { sync, replacedBy, replaces } = link;
  if (replacedBy !== null && (sync === 'waiting' || sync === 'sending')) {
    return (
      <StateWord icon={<IconReplace size={15} stroke={2} aria-hidden />} tone={sync} title={words.beingReplacedHint}>
        {words.beingReplaced}
      </StateWord>
    );
  }
  if (sync === 'uncertain') return <SyncBadge state={sync} title={link.uncertain ?? ''} />;
  if (isLeaving(link)) return <SyncBadge state={sync} title={words.toBeDeleted} />;
  return replaces === null ? <SyncBadge state={sync} /> : <SyncBadge state={sync} title={words.replaces} />;
}

function Actions({ link, tab }: { readonly link: LinkView; readonly tab: 0 | -1 }) {
  const { actionId } = link;
  const copy = copyCommand(link);
  const shared = linkToShare(link);
  return (
    <span className={styles.actions}>
      <RowButton
        aria-label={copy.label}
        aria-pressed={copy.pressed}
        title={copy.pressed === undefined ? copy.label : words.copyWhenReadyHint}
        tabIndex={tab}
        data-tour="copy-link"
        onClick={copy.run}
      >
        <copy.Icon size={16} aria-hidden />
      </RowButton>
      <RowButton
        aria-label={texts.links.commands.showQrCode}
        title={shared ? texts.links.commands.showQrCode : texts.links.addressWaits}
        disabled={!shared}
        tabIndex={tab}
        onClick={() => shared && openQrCode(shared)}
      >
        <IconQrcode size={16} aria-hidden />
      </RowButton>
      <RowMenu
        label={words.moreActions(link.productTitle)}
        tabIndex={tab}
        items={() => (
          <>
            {linkCommands(link)
              .slice(1)
              .map(({ label, Icon, danger, disabled = false, run }) => (
                <Menu.Item
                  key={label}
                  {...(danger ? { color: 'red' } : {})}
                  leftSection={<Icon size={14} aria-hidden />}
                  disabled={disabled}
                  onClick={run}
                >
                  {label}
                </Menu.Item>
              ))}
            {actionId !== null && (
              <Menu.Item
                leftSection={<IconRefresh size={14} aria-hidden />}
                onClick={() => go(`#/sync/${encodeURIComponent(actionId)}`)}
              >
                {texts.common.showTheChange}
              </Menu.Item>
            )}
          </>
        )}
      />
    </span>
  );
}
