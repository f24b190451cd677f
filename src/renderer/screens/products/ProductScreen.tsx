// One product: its facts, its basic checkout link, and its payment links.

import { ActionIcon, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCash,
  IconChevronDown,
  IconChevronUp,
  IconCopy,
  IconLink,
  IconNote,
  IconQrcode,
  IconShare,
} from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { ProductView } from '../../../shared/product.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { TableHandle } from '../../components/DataTable.tsx';
import { Page } from '../../components/Page.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { EmptyState, NewButton } from '../../components/parts.tsx';
import { SelectionBar } from '../../components/SelectionBar.tsx';
import { useCurrentStore } from '../../state/frame.ts';
import { useLive, usePages } from '../../state/live.ts';
import { go } from '../../state/route.ts';
import { openNewLink } from '../links/LinkForm.tsx';
import { LinksTable } from '../links/LinksTable.tsx';
import { selectionCommands, useLinkSelection } from '../links/link-selection.ts';
import { PrivateNote } from '../notes/PrivateNote.tsx';
import { showSales } from '../sales/show-sales.ts';
import { openQrCode } from '../share/QrCode.tsx';
import { openShare } from '../share/Share.tsx';
import { productToShare } from '../share/shared-link.ts';
import { openDefaultPrice } from './DefaultPriceForm.tsx';
import { Facts, SyncState } from './ProductFacts.tsx';
import { openProductEditor } from './ProductForm.tsx';
import styles from './ProductScreen.module.css';
import { ProductStateWord } from './ProductsScreen.tsx';
import { copyBasicLink } from './product-commands.tsx';

const t = texts.products.one;

const back = (
  <ActionIcon aria-label={t.back} title={t.back} onClick={() => go('#/products')}>
    <IconArrowLeft size={16} aria-hidden />
  </ActionIcon>
);

export function ProductScreen({ id }: { readonly id: string }) {
  const { data: product, problem } = useLive('products.get', { id }, ['products', 'links', 'actions']);
  if (!product) {
    return (
      <Page title={t.opening} before={back}>
        <ProblemAlert title={t.notRead} problem={problem} />
        {product === undefined && !problem && <Skeleton height={200} />}
        {product === null && <EmptyState title={t.notHere}>{t.notHereBecause}</EmptyState>}
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
  const commands = selectionCommands(selection, query, () => {
    selection.clear();
    table.current?.focus();
  });
  const makeLink = () => openNewLink({ id: product.id, title: product.fields.productTitle });
  return (
    <Page
      title={product.fields.productTitle}
      longTitle={<span>{product.fields.productTitle}</span>}
      before={back}
      body="fill"
      actions={
        <>
          {product.canEdit && (
            <Button variant="default" onClick={() => openProductEditor(product.id)}>
              {texts.products.editProduct}
            </Button>
          )}
          {store?.undocumentedProductUpdate && (
            <Button variant="default" onClick={() => openDefaultPrice(product.id)}>
              {texts.products.setDefaultPrice}
            </Button>
          )}
        </>
      }
      primary={<NewButton label={t.newLink} onClick={makeLink} />}
    >
      <div className={styles.screen}>
        <Head product={product} />
        <div className={styles.aboveList}>
          <SelectionBar count={selection.count} clear={selection.clear} table={table} commands={commands}>
            <Title order={2}>{shared.names.paymentLinks}</Title>
          </SelectionBar>
        </div>
        <ProblemAlert title={t.linksNotRead} problem={pages.problem} />
        <div className={styles.links}>
          <LinksTable
            pages={pages}
            query={query}
            selection={selection}
            handle={table}
            showProduct={false}
            empty={
              <EmptyState
                icon={<IconLink size={32} aria-hidden />}
                title={texts.common.nothingHereYet}
                action={
                  <Button variant="default" onClick={makeLink}>
                    {t.makeFirstLink}
                  </Button>
                }
              />
            }
          />
        </div>
      </div>
    </Page>
  );
}

/** The product's facts: all of them in a high window, otherwise one line that leaves the list its rows. */
function Head({ product }: { readonly product: ProductView }) {
  const isHigh = useMediaQuery('(min-height: 700px)', undefined, { getInitialValueInEffect: false });
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOpen = wanted ?? isHigh;
  const facts = useId();
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <>
      <div className={styles.head}>
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={isOpen ? facts : undefined}
          rightSection={<Chevron size={14} aria-hidden />}
          onClick={() => setWanted(!isOpen)}
        >
          {t.details}
        </Button>
        {!isOpen && <Summary product={product} />}
        <Sharing product={product} />
      </div>
      {isOpen && (
        <div id={facts} className={styles.whole}>
          <Facts product={product} />
          <PrivateNote of={{ kind: 'product', id: product.id }} note={product.note} />
        </div>
      )}
    </>
  );
}

function Summary({ product }: { readonly product: ProductView }) {
  return (
    <div className={styles.summary}>
      <ProductStateWord state={product.state} />
      <SyncState product={product} />
      {product.note !== '' && (
        <span className={styles.noteInLine} title={product.note} dir="auto">
          <IconNote size={14} aria-hidden /> {product.note}
        </span>
      )}
    </div>
  );
}

/** What the basic checkout link is for, or why there is none yet. */
function basicLinkHint(product: ProductView): string {
  if (product.basicCheckoutUrl === null) return t.basicLinkUnknown;
  if (product.defaultPrices.length > 0) return t.basicLinkWithPrice;
  return t.basicLinkWithoutPrice;
}

/** The commands of the basic checkout link. */
function Sharing({ product }: { readonly product: ProductView }) {
  const shared = productToShare(product);
  const hint = basicLinkHint(product);
  const warning = shared?.warning;
  const warningId = useId();
  const button = (label: string, Icon: typeof IconCopy, run: (() => void) | null, title = run ? label : hint) => (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      disabled={run === null}
      title={title}
      aria-describedby={warning ? warningId : undefined}
      onClick={run ?? undefined}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles.sharing}>
      {warning && (
        <Group gap={4} wrap="nowrap" id={warningId} title={warning.body}>
          <IconAlertTriangle size={14} color="var(--mantine-color-orange-6)" aria-hidden />
          <Text size="xs">{warning.title}</Text>
        </Group>
      )}
      {button(
        t.copyBasicLink,
        IconCopy,
        product.basicCheckoutUrl === null ? null : () => void copyBasicLink(product),
        hint,
      )}
      {button(texts.links.commands.share, IconShare, shared && (() => openShare(shared)))}
      {button(t.showQrCode, IconQrcode, shared && (() => openQrCode(shared)))}
      {button(texts.sales.show, IconCash, () => showSales({ productId: product.id }))}
    </div>
  );
}
