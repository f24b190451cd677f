// The list of products.
import { Anchor, Button, SegmentedControl } from '@mantine/core';
import { IconPackage, IconPackageOff, IconPencil, IconPlus, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProductState, ProductView } from '../../../shared/product.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { SearchBox } from '../../components/SearchBox.tsx';
import { StateWord, SyncBadge } from '../../components/SyncBadge.tsx';
import { usePages } from '../../state/pages.ts';
import { go } from '../../state/route.ts';
import { openAddExistingProduct, openNewProduct } from './editors.tsx';

const address = (product: ProductView): string => `#/products/${encodeURIComponent(product.id)}`;

const COLUMNS: readonly Column<ProductView>[] = [
  {
    key: 'title',
    header: 'Title',
    width: 'minmax(160px, 1fr)',
    cell: (product, tabIndex) => (
      <Anchor href={address(product)} tabIndex={tabIndex} c="inherit" fw={500} title={product.fields.productTitle}>
        {product.fields.productTitle}
      </Anchor>
    ),
  },
  { key: 'state', header: 'State', width: '104px', cell: (product) => <ProductStateWord state={product.state} /> },
  { key: 'links', header: 'Links', width: '64px', align: 'right', cell: (product) => product.links?.toLocaleString() },
  { key: 'sync', header: 'Sync', width: '124px', cell: (product) => <SyncBadge state={product.sync} /> },
  { key: 'created', header: 'Created', width: '104px', cell: (product) => <RelativeTime at={product.createdAt} /> },
];

type StateFilter = 'all' | ProductState;

export function ProductsScreen() {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<StateFilter>('all');
  const state = filter === 'all' ? null : filter;
  const pages = usePages('products.list', { search, state }, ['products', 'links', 'actions']);
  const narrowed = search !== '' || state !== null;
  return (
    <Page
      title="Products"
      body="fill"
      search={<SearchBox label="Search products" onSearch={setSearch} />}
      actions={
        <Button variant="default" onClick={openAddExistingProduct}>
          Add existing product
        </Button>
      }
      primary={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNewProduct} data-tour="new-product">
          New product
        </Button>
      }
      toolbar={
        <SegmentedControl
          size="xs"
          aria-label="Filter by state"
          value={filter}
          onChange={(value) => setFilter(value as StateFilter)}
          data={[
            { value: 'all', label: 'All' },
            { value: 'draft', label: 'Draft' },
            { value: 'published', label: 'Published' },
          ]}
        />
      }
    >
      <ProblemAlert title="The products could not be read" problem={pages.problem} />
      <DataTable
        label="Products"
        columns={COLUMNS}
        total={pages.total}
        rowAt={pages.rowAt}
        show={pages.show}
        rowKey={(product) => product.id}
        onOpen={(product) => go(address(product))}
        resetKey={`${filter} ${search}`}
        empty={narrowed ? <NothingFound search={search} /> : <NoneYet />}
      />
    </Page>
  );
}

export function ProductStateWord({ state }: { readonly state: ProductState }) {
  return state === 'published' ? (
    <StateWord icon={<IconWorld size={15} aria-hidden />} tone="synced" title="Ready for selling">
      Published
    </StateWord>
  ) : (
    <StateWord
      icon={<IconPencil size={15} aria-hidden />}
      tone="waiting"
      title="Not for sale yet: its first payment link publishes it"
    >
      Draft
    </StateWord>
  );
}

function NothingFound({ search }: { readonly search: string }) {
  return (
    <EmptyState icon={<IconPackageOff size={32} aria-hidden />} title="Nothing found">
      {search === '' ? 'No product is in this state.' : `No product matches "${search}".`}
    </EmptyState>
  );
}

function NoneYet() {
  return (
    <EmptyState
      icon={<IconPackage size={32} aria-hidden />}
      title="Nothing here yet"
      action={
        <Button variant="default" onClick={openNewProduct}>
          Create your first product
        </Button>
      }
    >
      Start with a product, then make payment links for it. What was made elsewhere can be taken in with "Add existing
      product", because the service cannot list it. All of it works with no network, too.
    </EmptyState>
  );
}
