// The table "Payment links": on its own screen, and for one product on that product's page.
import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconCopy, IconExternalLink, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { type Column, DataTable, type TableHandle } from '../../components/DataTable.tsx';
import { PriceText } from '../../components/Money.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import { SyncBadge } from '../../components/SyncBadge.tsx';
import { useFrame } from '../../state/frame.ts';
import type { Pages } from '../../state/pages.ts';
import { go } from '../../state/route.ts';
import type { LinkSelection } from '../../state/selection.ts';
import { openLinkEditor } from './editors.tsx';
import styles from './Links.module.css';
import {
  ADDRESS_WAITS,
  askToDelete,
  copyCheckoutLink,
  isLeaving,
  openInBrowser,
  shownPrices,
} from './link-actions.tsx';
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
    width: 'minmax(104px, 2fr)',
    cell: (link) => (
      <>
        <PriceText prices={link.prices} />
        {link.sold && <SoldMark sold={link.sold} />}
        {link.useOnce && <span className={styles.once}>single use</span>}
      </>
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
    width: '116px',
    cell: (link) =>
      isLeaving(link) ? <SyncBadge state={link.sync} title="To be deleted" /> : <SyncBadge state={link.sync} />,
  },
  { key: 'created', header: 'Created', width: '88px', cell: (link) => <RelativeTime at={link.createdAt} /> },
  {
    key: 'actions',
    header: 'Actions',
    width: '68px',
    align: 'right',
    cell: (link, tab) => <Actions {...{ link, tab }} />,
  },
];
const withProduct = [product, ...others];

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
  return (
    <DataTable
      label="Payment links"
      columns={showProduct ? withProduct : others}
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

function Actions({ link, tab }: { readonly link: LinkView; readonly tab: 0 | -1 }) {
  const { checkoutUrl, actionId } = link;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon
        aria-label="Copy checkout link"
        title={checkoutUrl === null ? ADDRESS_WAITS : 'Copy checkout link'}
        disabled={checkoutUrl === null}
        tabIndex={tab}
        onClick={() => void copyCheckoutLink(link)}
      >
        <IconCopy size={16} aria-hidden />
      </ActionIcon>
      <RowMenu
        label={`More actions for ${link.productTitle}`}
        tabIndex={tab}
        items={() => (
          <>
            {checkoutUrl !== null && (
              <Menu.Item
                leftSection={<IconExternalLink size={14} aria-hidden />}
                onClick={() => void openInBrowser(checkoutUrl)}
              >
                Open in browser
              </Menu.Item>
            )}
            {link.canEdit && (
              <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={() => openLinkEditor(link.id)}>
                Edit link
              </Menu.Item>
            )}
            {actionId !== null && (
              <Menu.Item
                leftSection={<IconRefresh size={14} aria-hidden />}
                onClick={() => go(`#/sync/${encodeURIComponent(actionId)}`)}
              >
                Show the change
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={14} aria-hidden />}
              disabled={isLeaving(link)}
              onClick={() => askToDelete(link)}
            >
              Delete link
            </Menu.Item>
          </>
        )}
      />
    </Group>
  );
}
