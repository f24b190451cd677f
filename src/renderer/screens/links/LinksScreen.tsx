// The list of payment links, with the details of one beside it.
import { Button } from '@mantine/core';
import { shallowEqual, useMediaQuery } from '@mantine/hooks';
import { IconFileExport, IconFileImport, IconLink, IconLinkPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CommandButton, MoreActions, type RowCommand, SelectionBar } from '../../kit/commands.tsx';
import { ListAndDetails } from '../../kit/details.tsx';
import { EmptyState, MatchCount, NothingFound, Page, SearchBox } from '../../kit/page.tsx';
import { NewButton, ProblemAlert } from '../../kit/parts.tsx';
import { type TableHandle, useListOrder } from '../../kit/table.ts';
import { useCurrentStore } from '../../state/frame.ts';
import { usePages } from '../../state/live.ts';
import { go, goInstead, shownLink } from '../../state/route.ts';
import { openNewProduct } from '../products/ProductForm.tsx';
import { openAddExistingLink } from './AddExistingLink.tsx';
import { createdBetween } from './created.ts';
import { LinkDetails } from './LinkDetails.tsx';
import { type LinkFilter, LinkFilters, NO_FILTER } from './LinkFilters.tsx';
import { openNewLink } from './LinkForm.tsx';
import styles from './Links.module.css';
import { LinksTable } from './LinksTable.tsx';
import { addressOf } from './link-commands.tsx';
import { exportCsv, type LinkQuery, useLinkSelection } from './link-selection.tsx';

const t = texts.links;

interface LinksScreenProps {
  /** The id of the link in the details. */
  readonly openId: string | null;
}

const show = (id: string, isFollowing: boolean) => (isFollowing ? goInstead : go)(addressOf({ id }));
const follow = (id: string) => show(id, true);

export function LinksScreen({ openId }: LinksScreenProps) {
  const store = useCurrentStore();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState(NO_FILTER);
  const narrow = (change: Partial<LinkFilter>) => setFilter((previous) => ({ ...previous, ...change }));
  const sort = useListOrder('links');
  const query = { ...filter, search, created: createdBetween(filter.created), order: sort.order };
  const pages = usePages('links.list', query, ['records']);
  const { total, isExact, count, isCurrent } = pages;
  const table = useRef<TableHandle>(null);
  const { selection, commands } = useLinkSelection(query, pages, table);
  const close = (id: string) => {
    go('#/links');
    // If the details took the whole page, returns the focus to the row.
    if (!document.activeElement?.closest('[role="row"]')) table.current?.focus(id);
  };
  const isFiltered = !shallowEqual(filter, NO_FILTER);

  return (
    <Page
      title={shared.names.paymentLinks}
      body="fill"
      after={<MatchCount {...{ search, isFiltered, total, isCurrent, isExact }} />}
      search={<SearchBox label={t.search} onSearch={setSearch} list={table} openId={openId} />}
      primary={<NewButton label={t.newLink} onClick={() => openNewLink(null)} data-tour="new-link" />}
      toolbar={
        <>
          <SelectionBar count={selection.count} clear={selection.clear} table={table} commands={commands}>
            <LinkFilters filter={filter} counts={count?.counts} change={narrow} />
          </SelectionBar>
          {/* Hidden while rows are selected, because the selection has an export of its own. */}
          {selection.count === 0 && <Files hasLinks={!!total} query={query} />}
        </>
      }
    >
      <ProblemAlert problem={pages.problem} />
      <ListAndDetails
        details={openId !== null && <LinkDetails id={openId} show={follow} close={() => close(openId)} />}
      >
        <LinksTable
          pages={pages}
          selection={selection}
          commands={commands}
          handle={table}
          showProduct
          sort={sort}
          openId={openId}
          open={show}
          close={(id) => shownLink() === id && go('#/links')}
          resetKey={JSON.stringify(query)}
          empty={
            isFiltered || search !== '' ? (
              <NothingFound clear={isFiltered ? () => setFilter(NO_FILTER) : null}>
                {search !== '' && t.whatToSearch}
              </NothingFound>
            ) : (
              <NoneYet hasProducts={(store?.products ?? 0) > 0} />
            )
          }
        />
      </ListAndDetails>
    </Page>
  );
}

/** Import, export and "Add existing link": buttons, or a menu if there is no room. */
function Files({ hasLinks, query }: { readonly hasLinks: boolean; readonly query: LinkQuery }) {
  const isSmall = useMediaQuery('(max-width: 1180px)', undefined, { getInitialValueInEffect: false });
  const isTiny = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const commands: readonly RowCommand[] = [
    { label: shared.names.importLinks, Icon: IconFileImport, run: () => go('#/links/import') },
    {
      label: t.exportCsv,
      Icon: IconFileExport,
      disabled: !hasLinks,
      run: () => exportCsv(query, null),
    },
    { label: t.addExisting, Icon: IconLinkPlus, run: openAddExistingLink },
  ];
  const buttons = isTiny ? 0 : isSmall ? 1 : commands.length;
  const label = t.table.moreActions({ product: shared.names.paymentLinks });
  return (
    <div className={styles.files}>
      {commands.slice(0, buttons).map((command) => (
        <CommandButton key={command.label} command={command} />
      ))}
      {buttons < commands.length && <MoreActions commands={commands.slice(buttons)} size={30} label={label} />}
    </div>
  );
}

function NoneYet({ hasProducts }: { readonly hasProducts: boolean }) {
  return (
    <EmptyState
      icon={<IconLink size={32} aria-hidden />}
      title={texts.common.nothingHereYet}
      action={
        !hasProducts && (
          <Button variant="default" onClick={openNewProduct}>
            {texts.products.newProduct}
          </Button>
        )
      }
    >
      {hasProducts ? t.makeFirstHint : t.productFirstHint}
    </EmptyState>
  );
}
