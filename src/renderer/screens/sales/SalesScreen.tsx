// The list of sales that the webhook delivered, with their totals above and the details of one beside it.

import { Button, Text } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { IconCash, IconCashOff, IconFileExport, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { sentences } from '../../../shared/sentences.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { DataTable, type TableHandle } from '../../components/DataTable.tsx';
import { MatchCount } from '../../components/MatchCount.tsx';
import { Page } from '../../components/Page.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { EmptyState } from '../../components/parts.tsx';
import { SearchBox } from '../../components/SearchBox.tsx';
import { useCurrentStore, useFrame } from '../../state/frame.ts';
import { useListOrder } from '../../state/list-order.ts';
import { usePages } from '../../state/live.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import { go, goInstead } from '../../state/route.ts';
import { useTeam } from '../../state/team.ts';
import { ANY_TIME, type Created, createdBetween } from '../links/created.ts';
import { DateFilter } from '../links/DateFilter.tsx';
import { ProductSelect } from '../links/ProductSelect.tsx';
import { SaleDetails } from './SaleDetails.tsx';
import { SalesSummary } from './SalesSummary.tsx';
import { productText, useSaleColumns } from './sale-columns.tsx';
import { exportSales, rowCommands, saleAddress } from './sale-commands.tsx';
import styles from './sales.module.css';
import { OF_ALL, type SalesOf, type SalesQuery, takeSalesToShow, useSalesKey } from './show-sales.ts';
import { WebhookHint } from './WebhookHint.tsx';

const t = texts.sales;

interface SalesScreenProps {
  /** The sale shown in the details. */
  readonly openId: string | null;
}

export function SalesScreen(props: SalesScreenProps) {
  return <AllSales key={useSalesKey()} {...props} />;
}

interface Filter extends SalesOf {
  readonly sold: Created;
}
const NO_FILTER: Filter = { ...OF_ALL, sold: ANY_TIME };

function AllSales({ openId }: SalesScreenProps) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  // Not while it renders, which React may do twice.
  useEffect(() => setFilter((before) => ({ ...before, ...takeSalesToShow() })), []);
  const narrow = (change: Partial<Filter>) => setFilter((before) => ({ ...before, ...change }));
  const { productId, linkId } = filter;
  const query: SalesQuery = { search, productId, linkId, sold: createdBetween(filter.sold, new Date()) };
  const [order, sortBy] = useListOrder('sales');
  const listed = { ...query, order };
  const { total, isExact, isCurrent, problem, ...pages } = usePages('sales.list', listed, ['links', 'products']);
  const table = useRef<TableHandle>(null);
  const exporting = useOneAtATime();
  const columns = useSaleColumns();
  useSeen();
  const filtered = !shallowEqual(filter, NO_FILTER);
  const isEmpty = total === 0 && isCurrent && !filtered && search === '';
  const close = (id: string) => {
    go('#/sales');
    // Where the details take the whole page, closing them returns the focus to the row.
    if (!document.activeElement?.closest('[role="row"]')) table.current?.focus(id);
  };
  return (
    <Page
      title={shared.names.sales}
      body="fill"
      after={<MatchCount {...{ search, total, isCurrent, isExact }} />}
      search={<SearchBox label={t.search} onSearch={setSearch} list={table} openId={openId} />}
      actions={
        <Button
          variant="default"
          leftSection={<IconFileExport size={16} aria-hidden />}
          disabled={!total}
          loading={exporting.slow}
          onClick={() => exporting.run(() => exportSales(listed))}
        >
          {t.exportCsv}
        </Button>
      }
      toolbar={
        <>
          <WebhookHint saysSetUp={isEmpty || total === undefined} place="toolbar" />
          <div className={styles.byProduct}>
            <ProductSelect
              label={t.filters.byProduct}
              hideLabel
              placeholder={t.filters.allProducts}
              clearable
              value={productId}
              onChange={(chosen) => narrow({ productId: chosen })}
            />
          </div>
          <DateFilter created={filter.sold} texts={t.sold} change={(sold) => narrow({ sold })} />
          {linkId !== null && (
            <Button
              size="xs"
              variant="light"
              rightSection={<IconX size={14} aria-hidden />}
              title={t.filters.notOfLink}
              onClick={() => narrow({ linkId: null })}
            >
              {t.filters.ofLink}
            </Button>
          )}
          <Text size="xs" c="dimmed" className={styles.about ?? ''} title={t.aboutMore}>
            {t.about}
          </Text>
        </>
      }
    >
      <ProblemAlert title={t.notRead} problem={problem} />
      <WebhookHint saysSetUp={isEmpty || total === undefined} place="body" />
      {!isEmpty && <SalesSummary query={query} />}
      <div className={styles.beside}>
        <div className={styles.rows}>
          <DataTable
            label={shared.names.sales}
            columns={columns}
            total={total}
            isExact={isExact}
            {...pages}
            rowKey={({ id }) => id}
            onOpen={({ id }) => go(saleAddress(id))}
            onFollow={({ id }) => goInstead(saleAddress(id))}
            menu={{ label: (sale) => t.commands.more({ product: productText(sale) }), commands: rowCommands }}
            currentKey={openId}
            sort={{ order, by: sortBy }}
            resetKey={JSON.stringify(listed)}
            handle={table}
            empty={
              filtered || search !== '' ? (
                <NothingFound search={search} clear={filtered ? () => setFilter(NO_FILTER) : null} />
              ) : (
                <NoneYet />
              )
            }
          />
        </div>
        {openId !== null && <SaleDetails id={openId} close={() => close(openId)} />}
      </div>
    </Page>
  );
}

/** The list is shown, so the mark in the navigation goes. */
function useSeen(): void {
  const isMarked = useFrame().marks.sales !== null;
  useEffect(() => {
    if (isMarked) void call('sales.seen', undefined);
  }, [isMarked]);
}

/** `clear` removes the filters; null when there are none. */
function NothingFound({ search, clear }: { readonly search: string; readonly clear: (() => void) | null }) {
  const forBoth = clear ? t.noneForSearchAndFilters({ search }) : t.noneForSearch({ search });
  return (
    <EmptyState
      icon={<IconCashOff size={32} aria-hidden />}
      title={texts.common.nothingFound}
      action={
        clear && (
          <Button variant="default" onClick={clear}>
            {t.clearFilters}
          </Button>
        )
      }
    >
      {search === '' ? t.noneForFilters : forBoth}
    </EmptyState>
  );
}

function NoneYet() {
  const isPractice = useCurrentStore()?.practice ?? true;
  const { team } = useTeam();
  return (
    <EmptyState
      icon={<IconCash size={32} aria-hidden />}
      title={t.none}
      action={
        <>
          <Button variant="default" onClick={() => go('#/webhook')}>
            {t.openWebhook}
          </Button>
          <Button variant="default" onClick={() => go('#/settings')}>
            {(team?.state ?? 'none') === 'none' ? t.openTeam : t.seeTeam}
          </Button>
        </>
      }
    >
      {isPractice || team?.state !== 'none'
        ? t.howToGetOne
        : sentences(t.howToGetOneWithoutTeam, texts.team.howToGetOne)}
    </EmptyState>
  );
}
