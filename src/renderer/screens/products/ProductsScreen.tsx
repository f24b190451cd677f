// The list of products.
import { Anchor, Button } from '@mantine/core';
import { IconPackage, IconPencil, IconWorld } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ProductView } from '../../../shared/product.ts';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { menuOf, RowMenu } from '../../kit/commands.tsx';
import { DataTable } from '../../kit/DataTable.tsx';
import { EmptyState, MatchCount, NothingFound, Page, SearchBox } from '../../kit/page.tsx';
import { NewButton, ProblemAlert } from '../../kit/parts.tsx';
import { Exception, StateWord, SyncBadge } from '../../kit/SyncBadge.tsx';
import { type Column, STATE, type TableHandle, TIME, useListOrder } from '../../kit/table.ts';
import { RelativeTime } from '../../kit/values.tsx';
import { useCurrentStore } from '../../state/frame.ts';
import { useLive, usePages } from '../../state/live.ts';
import { go } from '../../state/route.ts';
import { openAddExistingProduct } from './AddExistingForm.tsx';
import { openNewProduct } from './ProductForm.tsx';
import { productCommands } from './product-commands.tsx';

const t = texts.products.list;
const { states, stateHints } = texts.products;
const { facts } = texts.links;

const address = (product: ProductView): string => `#/products/${encodeURIComponent(product.id)}`;

const linksOf = ({ links }: ProductView): string => links.toLocaleString(localeInUse());

const COLUMNS: readonly Column<ProductView>[] = [
  {
    key: 'title',
    header: t.title,
    sortsBy: 'title',
    track: 'minmax(8rem, 1fr)',
    cell: (product, tabIndex) => (
      <Anchor href={address(product)} tabIndex={tabIndex} c="inherit" fw={500} title={product.fields.productTitle}>
        {product.fields.productTitle}
      </Anchor>
    ),
  },
  { key: 'links', header: t.links, hideBelow: 640, track: '5rem', align: 'right', cell: linksOf },
  {
    key: 'state',
    header: facts.state,
    ...STATE,
    cell: (product) => (
      <Exception>
        <ProductState product={product} />
      </Exception>
    ),
  },
  {
    key: 'created',
    header: facts.created,
    sortsBy: 'created',
    hideBelow: 900,
    track: TIME,
    cell: (product) => <RelativeTime at={product.createdAt} />,
  },
  {
    key: 'actions',
    header: texts.palette.groups.do,
    track: '28px',
    align: 'right',
    iconOnly: true,
    cell: ({ fields }, tabIndex) => <RowMenu of={fields.productTitle} tabIndex={tabIndex} />,
  },
];

/** "Draft" or "published" matters only after the creation, so the sync state comes first. */
function ProductState({ product: { state, sync, createdOn, doubtOn } }: { readonly product: ProductView }) {
  const isSynced = sync === 'synced' && createdOn === null && doubtOn.length === 0;
  if (isSynced) return <ProductStateWord state={state} />;
  return <SyncBadge state={sync} createdOn={createdOn} doubtOn={doubtOn} />;
}

export function ProductsScreen() {
  const [search, setSearch] = useState('');
  const sort = useListOrder('products');
  const [showsHidden, setShowsHidden] = useState(false);
  const hidden =
    useLive('products.list', { offset: 0, limit: 1, search: '', isHidden: true }, ['records']).data?.total ?? 0;
  const isHidden = showsHidden && hidden > 0;
  useEffect(() => {
    if (hidden === 0) setShowsHidden(false);
  }, [hidden]);
  const pages = usePages('products.list', { search, isHidden, order: sort.order }, ['records']);
  const store = useCurrentStore();
  const table = useRef<TableHandle>(null);
  const menu = (product: ProductView) =>
    menuOf(product.fields.productTitle, productCommands(product, store?.undocumentedProductUpdate ?? false));
  return (
    <Page
      title={shared.names.products}
      body="fill"
      after={<MatchCount search={search} {...pages} />}
      search={<SearchBox label={t.search} onSearch={setSearch} list={table} />}
      actions={
        <>
          {hidden > 0 && (
            <Button
              variant={isHidden ? 'light' : 'default'}
              aria-pressed={isHidden}
              onClick={() => setShowsHidden(!isHidden)}
            >
              {t.hidden({ count: hidden })}
            </Button>
          )}
          <Button variant="default" onClick={openAddExistingProduct}>
            {texts.products.addExisting}
          </Button>
        </>
      }
      primary={<NewButton label={texts.products.newProduct} onClick={openNewProduct} data-tour="new-product" />}
    >
      <ProblemAlert problem={pages.problem} />
      <DataTable
        label={shared.names.products}
        columns={COLUMNS}
        {...pages}
        handle={table}
        rowKey={(product) => product.id}
        onOpen={(product) => go(address(product))}
        menu={menu}
        sort={sort}
        resetKey={JSON.stringify([search, isHidden, sort.order])}
        empty={
          search === '' ? (
            <EmptyState icon={<IconPackage size={32} aria-hidden />} title={texts.common.nothingHereYet}>
              {t.startWithProduct}
            </EmptyState>
          ) : (
            <NothingFound />
          )
        }
      />
    </Page>
  );
}

const LOOKS = {
  published: { Icon: IconWorld, tone: 'synced' },
  draft: { Icon: IconPencil, tone: 'waiting' },
} as const;

export const ProductStateWord = ({ state }: Pick<ProductView, 'state'>) => (
  <StateWord {...LOOKS[state]} word={states[state]} title={stateHints[state]} />
);
