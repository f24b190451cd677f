// The table "Payment links" of the links screen and of a product's page.
import type { ReactNode, RefObject } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { RowCommand } from '../../kit/commands.tsx';
import { DataTable } from '../../kit/DataTable.tsx';
import type { RowShortcut, Sort, TableHandle } from '../../kit/table.ts';
import { useFrame } from '../../state/frame.ts';
import type { Pages } from '../../state/live.ts';
import type { Selection } from '../../state/selection.ts';
import { shownPrices } from './link-actions.tsx';
import { LINK_COLUMNS, LINK_COLUMNS_OF_PRODUCT } from './link-columns.tsx';
import { copyCommand, deleteCommand, rowCommands } from './link-commands.tsx';
import { useFocusOnNewRow } from './new-row.ts';

const t = texts.links.table;

interface LinksTableProps {
  readonly pages: Pages<'links.list'>;
  readonly selection: Selection;
  readonly commands: readonly RowCommand[];
  readonly handle: RefObject<TableHandle | null>;
  readonly showProduct: boolean;
  readonly sort?: Sort;
  /** The id of the link in the details. */
  readonly openId: string | null;
  /** `isFollowing`: details are open, and another row got the focus. */
  open(id: string, isFollowing: boolean): void;
  /** A link was deleted: closes the details if they show it. */
  close(id: string): void;
  readonly empty: ReactNode;
  readonly resetKey?: string;
}

export function LinksTable(props: LinksTableProps) {
  const { pages, selection, commands, showProduct, openId, open, close, ...rest } = props;
  const { currencies } = useFrame().settings;
  const columns = showProduct ? LINK_COLUMNS : LINK_COLUMNS_OF_PRODUCT;
  const { sort } = rest;
  useFocusOnNewRow(rest.handle, pages, !sort || (sort.order.by === 'created' && sort.order.descending));
  const runForSelection = (shortcut: RowShortcut) => commands.find((one) => one.shortcut === shortcut)?.run();
  const isAmongSelected = ({ id }: LinkView): boolean => selection.count > 1 && selection.has(id);
  /** Keys go to the open link, which the seller looks at, rather than to a selection without it. */
  const onShortcut = (shortcut: RowShortcut, link: LinkView) => {
    if (selection.count > 0 && (link.id !== openId || selection.has(link.id))) runForSelection(shortcut);
    else if (shortcut === 'copyLink') {
      const copy = copyCommand(link);
      if (!copy.pressed) copy.run();
    } else {
      const remove = deleteCommand(link, () => close(link.id));
      if (!remove.disabled) remove.run();
    }
  };
  return (
    <DataTable
      label={shared.names.paymentLinks}
      columns={openId === null ? columns : columns.filter(({ key }) => key !== 'actions')}
      {...pages}
      rowKey={(link) => link.id}
      onOpen={({ id }) => open(id, false)}
      onFollow={({ id }) => open(id, true)}
      menu={{
        label: (link) =>
          isAmongSelected(link)
            ? texts.parts.selection.count({ count: selection.count })
            : t.moreActions({ product: link.productTitle }),
        commands: (link) => (isAmongSelected(link) ? commands : rowCommands(link, () => close(link.id))),
      }}
      onShortcut={onShortcut}
      currentKey={openId}
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
