// One product: its facts, its basic checkout link, and its payment links.
import { ActionIcon, Anchor, Button, DataList, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconCopy, IconForms, IconLink, IconPlus, IconQrcode } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { ProductView } from '../../../shared/product.ts';
import { call } from '../../bridge.ts';
import type { TableHandle } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PriceText } from '../../components/Money.tsx';
import { Page } from '../../components/Page.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { SyncBadge } from '../../components/SyncBadge.tsx';
import { toast } from '../../components/toast.tsx';
import { useCurrentStore } from '../../state/frame.ts';
import { useLive } from '../../state/live.ts';
import { usePages } from '../../state/pages.ts';
import { go } from '../../state/route.ts';
import { useLinkSelection } from '../../state/selection.ts';
import { openNewLink } from '../links/editors.tsx';
import { LinksTable } from '../links/LinksTable.tsx';
import { SelectionBar } from '../links/SelectionBar.tsx';
import { openCustomise } from '../share/open-customise.tsx';
import { openQrCode } from '../share/open-qr-code.tsx';
import { productToShare } from '../share/shared-link.ts';
import { openDefaultPrice, openProductEditor } from './editors.tsx';
import styles from './ProductScreen.module.css';
import { ProductStateWord } from './ProductsScreen.tsx';

const back = (
  <ActionIcon aria-label="Back to the list" title="Back to the list" onClick={() => go('#/products')}>
    <IconArrowLeft size={16} aria-hidden />
  </ActionIcon>
);

export function ProductScreen({ id }: { readonly id: string }) {
  const { data: product, problem } = useLive('products.get', { id }, ['products', 'links', 'actions']);
  if (!product) {
    return (
      <Page title="Product" before={back}>
        <ProblemAlert title="The product could not be read" problem={problem} />
        {product === undefined && !problem && <Skeleton height={200} />}
        {product === null && (
          <EmptyState title="This product is not here">
            It was withdrawn before it was sent, or it belongs to another store.
          </EmptyState>
        )}
      </Page>
    );
  }
  return <Loaded product={product} />;
}

function Loaded({ product }: { readonly product: ProductView }) {
  const store = useCurrentStore();
  const query = { search: '', productId: product.id, sync: 'all', useOnce: null } as const;
  const pages = usePages('links.list', query, ['links', 'products', 'actions']);
  const selection = useLinkSelection(query, pages);
  const table = useRef<TableHandle>(null);
  const makeLink = () => openNewLink({ id: product.id, title: product.fields.productTitle });
  return (
    <Page
      title={product.fields.productTitle}
      before={back}
      actions={
        <>
          {product.canEdit && (
            <Button variant="default" onClick={() => openProductEditor(product.id)}>
              Edit product
            </Button>
          )}
          {store?.undocumentedProductUpdate && (
            <Button variant="default" onClick={() => openDefaultPrice(product.id)}>
              Set default price
            </Button>
          )}
        </>
      }
      primary={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={makeLink}>
          New payment link
        </Button>
      }
    >
      <Stack gap={24}>
        <div>
          <Facts product={product} />
          <Sharing product={product} />
        </div>
        <div className={styles.links}>
          <div className={styles.aboveList}>
            <SelectionBar {...{ selection, query, table }}>
              <Title order={2}>Payment links</Title>
            </SelectionBar>
          </div>
          <ProblemAlert title="The payment links could not be read" problem={pages.problem} />
          <LinksTable
            pages={pages}
            selection={selection}
            handle={table}
            showProduct={false}
            maxHeight={480}
            empty={
              <EmptyState
                icon={<IconLink size={32} aria-hidden />}
                title="Nothing here yet"
                action={
                  <Button variant="default" onClick={makeLink}>
                    Make its first link
                  </Button>
                }
              >
                {firstLinkHint(product)}
              </EmptyState>
            }
          />
        </div>
      </Stack>
    </Page>
  );
}

/** What a first payment link is good for: what it brings that is not there yet. */
function firstLinkHint({ state, basicCheckoutUrl }: ProductView): string {
  const brings = [
    ...(state === 'published' ? [] : ['publishes this product']),
    ...(basicCheckoutUrl === null ? ['brings its checkout address'] : []),
  ];
  return brings.length > 0
    ? `The first payment link ${brings.join(' and ')}.`
    : 'Each payment link has its own prices and metadata.';
}

/** What the basic checkout link is good for, or why there is none yet. */
function basicLinkHint(product: ProductView): string {
  if (product.basicCheckoutUrl === null) return 'Known when the first payment link of this product has been sent';
  if (product.defaultPrices.length > 0) return 'Opens the checkout page with the default price';
  return 'Opens the checkout page with the default price; this app has set none';
}

/** What can be done with the basic checkout link. */
function Sharing({ product }: { readonly product: ProductView }) {
  const shared = productToShare(product);
  const copy = async () => {
    const answer = await call('products.copyBasicCheckoutLink', { id: product.id });
    if (answer.ok) toast('success', 'Basic checkout link copied');
    else toast('error', answer.problem.message);
  };
  const button = (label: string, Icon: typeof IconCopy, run: (() => void) | null) => (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      disabled={run === null}
      title={run === null || label === COPY_BASIC ? basicLinkHint(product) : undefined}
      onClick={run ?? undefined}
    >
      {label}
    </Button>
  );
  return (
    <Group gap={8} mt={16}>
      {button(COPY_BASIC, IconCopy, product.basicCheckoutUrl === null ? null : () => void copy())}
      {button('Customise checkout link', IconForms, shared && (() => openCustomise(shared)))}
      {button('Show QR code', IconQrcode, shared && (() => openQrCode(shared)))}
    </Group>
  );
}

const COPY_BASIC = 'Copy basic checkout link';

function Facts({ product }: { readonly product: ProductView }) {
  return (
    <DataList labelWidth="152px" gap={8} className={styles.facts ?? ''}>
      <Fact label="State">
        <ProductStateWord state={product.state} />
      </Fact>
      <Fact label="Sync">
        <SyncBadge state={product.sync} />
        {product.actionId !== null && (
          <>
            {' '}
            <Anchor href={`#/sync/${encodeURIComponent(product.actionId)}`} underline="always">
              Show the change
            </Anchor>
          </>
        )}
      </Fact>
      <Fact label="Product id">{product.serverId ?? <Dimmed>Comes when it is sent</Dimmed>}</Fact>
      {product.origin === 'desk' && <Fact label="Button title">{product.fields.buttonTitle}</Fact>}
      {product.origin === 'desk' && (
        <Fact label="Description">
          <span className={styles.description}>{product.fields.productDescription}</span>
        </Fact>
      )}
      <Fact label="Default price">
        {product.defaultPrices.length > 0 ? (
          <PriceText prices={product.defaultPrices} />
        ) : (
          <Dimmed>None set with this app</Dimmed>
        )}
        {product.priceUncertain !== null && <Text size="sm">{product.priceUncertain}</Text>}
      </Fact>
      <Fact label="Checkout address">
        {product.basicCheckoutUrl ?? <Dimmed>Known when its first payment link has been sent</Dimmed>}
      </Fact>
      <Fact label="Created">
        <RelativeTime at={product.createdAt} />
        {product.origin === 'added' && ', made elsewhere'}
      </Fact>
    </DataList>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}

const Dimmed = ({ children }: { readonly children: string }) => (
  <Text span size="sm" c="dimmed">
    {children}
  </Text>
);
