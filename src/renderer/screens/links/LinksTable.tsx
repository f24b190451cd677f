// The table "Payment links", on its own screen and on a product's page.

import type { ReactNode, RefObject } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { DataTable, type Sort, type TableHandle } from '../../components/DataTable.tsx';
import type { RowShortcut } from '../../components/table-columns.ts';
import { useFrame } from '../../state/frame.ts';
import type { Pages } from '../../state/live.ts';
import { go, goInstead } from '../../state/route.ts';
import type { Selection } from '../../state/selection.ts';
import { shownPrices } from './link-actions.tsx';
import { LINK_COLUMNS, LINK_COLUMNS_BESIDE, LINK_COLUMNS_OF_PRODUCT } from './link-columns.tsx';
import { addressOf, closeDetails, copyCommand, deleteCommand, rowCommands } from './link-commands.tsx';
import { type LinkQuery, selectionCommands } from './link-selection.ts';
import { useFocusOnNewRow } from './new-row.ts';

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
  const listed = currentId === null ? LINK_COLUMNS : LINK_COLUMNS_BESIDE;
  const commands = selectionCommands(selection, query, () => {
    selection.clear();
    rest.handle.current?.focus();
  });
  const { sort } = rest;
  useFocusOnNewRow(rest.handle, pages, !sort || (sort.order.by === 'created' && sort.order.descending));
  const runForSelection = (shortcut: RowShortcut) => commands.find((one) => one.shortcut === shortcut)?.run();
  const isAmongSelected = ({ id }: LinkView): boolean => selection.count > 1 && selection.has(id);
  /** The open link is what the seller looks at, so the keys are for it and not for a selection that it is not part of. */
  const onShortcut = (shortcut: RowShortcut, link: LinkView) => {
    if (selection.count > 0 && (link.id !== currentId || selection.has(link.id))) runForSelection(shortcut);
    else if (shortcut === 'copyLink') {
      const copy = copyCommand(link);
      if (!copy.pressed) copy.run();
    } else {
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
            ? texts.parts.selection.count({ count: selection.count })
            : t.moreActions({ product: link.productTitle }),
        commands: (link) => (isAmongSelected(link) ? commands : rowCommands(link)),
      }}
      onShortcut={onShortcut}
      currentKey={currentId}
      selection={{
        ...selection,
        remove: () => runForSelection('remove'),
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
