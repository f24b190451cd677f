// The table "Payment links" of the links screen and of a product's page.
import type { ReactNode, RefObject } from 'react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { menuOf, type RowCommand } from '../../kit/commands.tsx';
import { DataTable } from '../../kit/DataTable.tsx';
import type { Sort, TableHandle } from '../../kit/table.ts';
import { useFrame } from '../../state/frame.ts';
import type { Pages } from '../../state/live.ts';
import type { Selection } from '../../state/selection.ts';
import { shownPrices } from './link-actions.tsx';
import { LINK_COLUMNS, LINK_COLUMNS_OF_PRODUCT } from './link-columns.tsx';
import { rowCommands } from './link-commands.tsx';
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
  return (
    <DataTable
      label={shared.names.paymentLinks}
      columns={openId === null ? columns : columns.filter(({ key }) => key !== 'actions')}
      {...pages}
      rowKey={(link) => link.id}
      onOpen={({ id }) => open(id, false)}
      onFollow={({ id }) => open(id, true)}
      menu={(link) =>
        menuOf(
          link.productTitle,
          rowCommands(link, () => close(link.id)),
        )
      }
      currentKey={openId}
      selection={{
        ...selection,
        commands,
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
