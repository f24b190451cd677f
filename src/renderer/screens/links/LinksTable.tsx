// The table "Payment links", on its own screen and on a product's page.

import type { ReactNode, RefObject } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { DataTable, type Sort, type TableHandle } from '../../components/DataTable.tsx';
import type { RowShortcut } from '../../components/table-props.ts';
import { useFrame } from '../../state/frame.ts';
import type { Pages } from '../../state/live.ts';
import { go, goInstead } from '../../state/route.ts';
import type { Selection } from '../../state/selection.ts';
import { openDeleteLinks } from './DeleteLinks.tsx';
import { shownPrices } from './link-actions.tsx';
import { LINK_COLUMNS, LINK_COLUMNS_BESIDE, LINK_COLUMNS_OF_PRODUCT } from './link-columns.tsx';
import { addressOf, closeDetails, copyCommand, deleteCommand, rowCommands } from './link-commands.tsx';
import type { LinkQuery } from './link-selection.ts';
import { copyCheckoutLinks } from './many-links.ts';
import { selectionMenu } from './SelectionBar.tsx';

const t = texts.links.table;

interface LinksTableProps {
  readonly pages: Pages<'links.list'>;
  /** The query of the list, and the order of the selection. */
  readonly query: LinkQuery;
  readonly selection: Selection;
  readonly handle: RefObject<TableHandle | null>;
  readonly showProduct: boolean;
  readonly sort?: Sort;
  readonly currentId?: string | null;
  readonly empty: ReactNode;
  readonly resetKey?: string;
}

export function LinksTable({ pages, query, selection, showProduct, currentId = null, ...rest }: LinksTableProps) {
  const { currencies } = useFrame().settings;
  const { ids, leaveOut, ...selecting } = selection;
  const listed = currentId === null ? LINK_COLUMNS : LINK_COLUMNS_BESIDE;
  const ended = () => {
    selection.clear();
    rest.handle.current?.focus();
  };
  const removeSelected = () => openDeleteLinks([...ids], selection.hidden, ended);
  const isAmongSelected = ({ id }: LinkView): boolean => ids.size > 1 && ids.has(id);
  /** The open link is what the seller looks at, so the keys are for it and not for a selection that it is not part of. */
  const onShortcut = (shortcut: RowShortcut, link: LinkView) => {
    const isForSelection = ids.size > 0 && (link.id !== currentId || ids.has(link.id));
    if (shortcut === 'copyLink') {
      const copy = copyCommand(link);
      if (isForSelection) void copyCheckoutLinks({ ...query, ids: [...ids] }, leaveOut);
      else if (!copy.pressed) copy.run();
    } else if (isForSelection) removeSelected();
    else {
      const remove = deleteCommand(link, () => closeDetails(link));
      if (!remove.disabled) remove.run();
    }
  };
  return (
    <DataTable
      label={shared.names.paymentLinks}
      columns={showProduct ? listed : LINK_COLUMNS_OF_PRODUCT}
      total={pages.total}
      isExact={pages.isExact}
      rowAt={pages.rowAt}
      indexOf={pages.indexOf}
      show={pages.show}
      rowKey={(link) => link.id}
      onOpen={(link) => go(addressOf(link))}
      onFollow={(link) => goInstead(addressOf(link))}
      menu={{
        label: (link) =>
          isAmongSelected(link)
            ? texts.parts.selection.count({ count: ids.size })
            : t.moreActions({ product: link.productTitle }),
        commands: async (link) =>
          isAmongSelected(link)
            ? selectionMenu({ ids, hidden: selection.hidden, query, leaveOut, ended })
            : rowCommands(link),
      }}
      onShortcut={onShortcut}
      currentKey={currentId}
      selection={{
        ...selecting,
        count: ids.size,
        has: (id) => ids.has(id),
        remove: removeSelected,
        allLabel: t.selectAll,
        rowLabel: (link) => {
          const { productTitle: product } = link;
          const prices = shownPrices(link, currencies);
          return prices === '' ? t.select({ product }) : t.selectAt({ product, prices });
        },
      }}
      {...rest}
    />
  );
}
