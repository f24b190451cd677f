// The table "Payment links": on its own screen, and for one product on that product's page.
import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCircleNumber1, IconQrcode, IconRefresh, IconReplace } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { type Column, DataTable, type TableHandle } from '../../components/DataTable.tsx';
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
import { ADDRESS_WAITS, isLeaving, shownPrices } from './link-actions.tsx';
import { copyCommand, linkCommands } from './link-commands.tsx';
import { SoldMark } from './Sold.tsx';

const product: Column<LinkView> = {
  key: 'product',
  header: 'Product',
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
    header: 'Price',
    width: 'minmax(248px, 1fr)',
    align: 'right',
    cell: (link) => (
      <span className={styles.price}>
        <span className={styles.marks} data-marks={Number(link.useOnce) + Number(link.sold !== null)}>
          {link.useOnce && (
            <span className={styles.mark} title="Single use">
              <IconCircleNumber1 size={15} aria-hidden />
              <span className={styles.word}>single use</span>
            </span>
          )}
          {link.sold && <SoldMark sold={link.sold} />}
        </span>
        <PriceText prices={link.prices} figures />
      </span>
    ),
  },
  {
    key: 'metadata',
    header: 'Metadata',
    width: 'minmax(72px, 2fr)',
    cell: (link) => {
      const text = link.metadata.map(({ key, value }) => `${key}: ${value}`).join(', ');
      return <span title={text}>{text}</span>;
    },
  },
  {
    key: 'state',
    header: 'State',
    width: '126px',
    cell: (link) => <LinkState link={link} />,
  },
  { key: 'created', header: 'Created', width: '88px', cell: (link) => <RelativeTime at={link.createdAt} /> },
  {
    key: 'actions',
    header: 'Actions',
    width: '84px',
    align: 'right',
    cell: (link, tab) => <Actions {...{ link, tab }} />,
  },
];
const withProduct = [product, ...others];
/** In a narrow window the marks are icons without their words, and the time is left to the details. */
const NARROW_WIDTHS: Readonly<Record<string, string>> = {
  product: 'minmax(104px, 2fr)',
  price: 'minmax(184px, 1fr)',
  metadata: 'minmax(72px, 1fr)',
};
const narrowed = withProduct
  .filter(({ key }) => key !== 'created')
  .map((column) => ({ ...column, width: NARROW_WIDTHS[column.key] ?? column.width }));
const narrowedOthers = narrowed.filter(({ key }) => key !== 'product');
const FEW_WIDTHS: Readonly<Record<string, string>> = { product: 'minmax(72px, 1fr)', price: '108px' };
/** Beside the details of one in a narrow window, which show the rest and have the actions. */
const few = withProduct
  .filter(({ key }) => key === 'product' || key === 'price' || key === 'state')
  .map((column) => ({ ...column, width: FEW_WIDTHS[column.key] ?? column.width }));

export interface LinksTableProps {
  readonly pages: Pages<'links.list'>;
  readonly selection: LinkSelection;
  readonly handle?: RefObject<TableHandle | null>;
  readonly showProduct: boolean;
  readonly currentId?: string | null;
  readonly empty: ReactNode;
  readonly resetKey?: string;
  readonly maxHeight?: number;
}

export function LinksTable({ pages, selection, showProduct, currentId = null, empty, ...rest }: LinksTableProps) {
  const { currencies } = useFrame().settings;
  const { ids, ...selecting } = selection;
  const narrow = useMediaQuery('(max-width: 1260px)', undefined, { getInitialValueInEffect: false });
  const columns = narrow ? (currentId === null ? narrowed : few) : withProduct;
  return (
    <DataTable
      label="Payment links"
      columns={showProduct ? columns : narrow ? narrowedOthers : others}
      total={pages.total}
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
        allLabel: 'Select all links',
        rowLabel: (link) => `Select ${link.productTitle}, ${shownPrices(link, currencies)}`,
      }}
      {...rest}
    />
  );
}

/** How a link stands, and what else is going on with it. */
export function LinkState({ link }: { readonly link: LinkView }) {
  const { sync, replacedBy, replaces } = link;
  if (replacedBy !== null && (sync === 'waiting' || sync === 'sending')) {
    return (
      <StateWord
        icon={<IconReplace size={15} stroke={2} aria-hidden />}
        tone={sync}
        title="It works until the new link is on the service; then it is deleted"
      >
        Being replaced
      </StateWord>
    );
  }
  if (isLeaving(link)) return <SyncBadge state={sync} title="To be deleted" />;
  return replaces === null ? <SyncBadge state={sync} /> : <SyncBadge state={sync} title="Replaces another link" />;
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
        title={copy.pressed === undefined ? copy.label : `${copy.label}. ${ADDRESS_WAITS}`}
        tabIndex={tab}
        data-tour="copy-link"
        onClick={copy.run}
      >
        <copy.Icon size={16} aria-hidden />
      </RowButton>
      <RowButton
        aria-label="Show QR code"
        title={shared ? 'Show QR code' : ADDRESS_WAITS}
        disabled={!shared}
        tabIndex={tab}
        onClick={() => shared && openQrCode(shared)}
      >
        <IconQrcode size={16} aria-hidden />
      </RowButton>
      <RowMenu
        label={`More actions for ${link.productTitle}`}
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
                Show the change
              </Menu.Item>
            )}
          </>
        )}
      />
    </span>
  );
}
