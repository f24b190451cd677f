// One product: its payment links, with the details of one beside them, and its facts folded below.
import { ActionIcon, Button, Group, Skeleton, Stack, Title } from '@mantine/core';
import { IconArrowLeft, IconCopy, IconLink } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ProductView } from '../../../shared/product.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { MoreActions, SelectionBar } from '../../kit/commands.tsx';
import { ListAndDetails } from '../../kit/details.tsx';
import { EmptyState, Page } from '../../kit/page.tsx';
import { NewButton, ProblemAlert } from '../../kit/parts.tsx';
import { Exception } from '../../kit/SyncBadge.tsx';
import type { TableHandle } from '../../kit/table.ts';
import { useCurrentStore } from '../../state/frame.ts';
import { useLive, usePages } from '../../state/live.ts';
import { go } from '../../state/route.ts';
import { LinkDetails } from '../links/LinkDetails.tsx';
import { openNewLink } from '../links/LinkForm.tsx';
import { LinksTable } from '../links/LinksTable.tsx';
import { useLinkSelection } from '../links/link-selection.tsx';
import { PrivateNote } from '../links/PrivateNote.tsx';
import { Facts, SyncState } from './ProductFacts.tsx';
import styles from './ProductScreen.module.css';
import { ProductStateWord } from './ProductsScreen.tsx';
import { copyBasicLink, productCommands } from './product-commands.tsx';

const t = texts.products.one;

const back = (
  <ActionIcon aria-label={t.back} title={t.back} onClick={() => go('#/products')}>
    <IconArrowLeft size={16} aria-hidden />
  </ActionIcon>
);

export function ProductScreen({ id }: { readonly id: string }) {
  const { data: product, problem } = useLive('products.get', { id }, ['records']);
  if (product) return <Loaded key={product.id} product={product} />;
  return (
    <Page title={texts.links.facts.product} before={back}>
      <ProblemAlert problem={problem} />
      {product === undefined && !problem && <Skeleton height={200} />}
      {product === null && <EmptyState title={texts.common.nothingFound}>{texts.common.gone}</EmptyState>}
    </Page>
  );
}

function Loaded({ product }: { readonly product: ProductView }) {
  const query = { search: '', productId: product.id, sync: 'all', useOnce: null } as const;
  const pages = usePages('links.list', query, ['records']);
  const table = useRef<TableHandle>(null);
  const { selection, commands } = useLinkSelection(query, pages, table);
  const [openId, setOpenId] = useState<string | null>(null);
  const close = (id: string) => {
    setOpenId((current) => (current === id ? null : current));
    if (!document.activeElement?.closest('[role="row"]')) table.current?.focus(id);
  };
  return (
    <Page
      title={product.fields.productTitle}
      before={back}
      body="fill"
      actions={<Actions product={product} />}
      primary={
        <NewButton
          label={texts.links.newLink}
          onClick={() => openNewLink({ id: product.id, title: product.fields.productTitle })}
        />
      }
      toolbar={
        <SelectionBar count={selection.count} clear={selection.clear} table={table} commands={commands}>
          <Group gap={16} wrap="nowrap" miw={0} style={{ whiteSpace: 'nowrap' }}>
            <Title order={2}>{shared.names.paymentLinks}</Title>
            <Exception>
              <ProductStateWord state={product.state} />
            </Exception>
            <Exception>
              <SyncState product={product} />
            </Exception>
          </Group>
        </SelectionBar>
      }
    >
      <ProblemAlert problem={pages.problem} />
      <ListAndDetails
        details={openId !== null && <LinkDetails id={openId} show={setOpenId} close={() => close(openId)} />}
      >
        <LinksTable
          pages={pages}
          selection={selection}
          commands={commands}
          handle={table}
          showProduct={false}
          openId={openId}
          open={setOpenId}
          close={close}
          empty={
            <EmptyState icon={<IconLink size={32} aria-hidden />} title={texts.common.nothingHereYet}>
              {texts.links.makeFirstHint}
            </EmptyState>
          }
        />
      </ListAndDetails>
      <details className={styles.about}>
        <summary>{t.details}</summary>
        <Stack gap={16} maw={760} px="var(--gutter)" pt={4} pb={24} style={{ overflowWrap: 'anywhere' }}>
          <Facts product={product} />
          <PrivateNote
            about={product.fields.productTitle}
            note={product.note}
            save={(note) => call('products.setPrivate', { id: product.id, values: { note } })}
          />
        </Stack>
      </details>
    </Page>
  );
}

/** A button for copying, and a menu for the other commands. */
function Actions({ product }: { readonly product: ProductView }) {
  const canSetPrice = useCurrentStore()?.undocumentedProductUpdate ?? false;
  const commands = productCommands(product, canSetPrice).filter(
    ({ label }) => ![texts.links.newLink, t.copyBasicLink].includes(label),
  );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        disabled={product.basicCheckoutUrl === null}
        title={product.basicCheckoutUrl === null ? t.addressUnknown : undefined}
        onClick={() => void copyBasicLink(product)}
      >
        {t.copyBasicLink}
      </Button>
      <MoreActions commands={commands} size={32} />
    </>
  );
}
