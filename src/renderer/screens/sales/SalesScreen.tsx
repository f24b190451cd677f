// The list of sales that the webhook delivered, with their totals above and the details of one beside it.
import { Box, Button, SegmentedControl } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { IconCash, IconFileExport, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { isKeyLost, type WebhookView } from '../../../shared/webhook.ts';
import { call } from '../../bridge.ts';
import { menuOf } from '../../kit/commands.tsx';
import { DataTable } from '../../kit/DataTable.tsx';
import { ListAndDetails } from '../../kit/details.tsx';
import { EmptyState, MatchCount, NothingFound, Page, SearchBox } from '../../kit/page.tsx';
import { ProblemAlert, SmallWarning } from '../../kit/parts.tsx';
import { type TableHandle, useListOrder } from '../../kit/table.ts';
import { useFrame } from '../../state/frame.ts';
import { useLive, usePages, useTeam } from '../../state/live.ts';
import { go, goInstead } from '../../state/route.ts';
import { useSingleFlight } from '../../state/single-flight.ts';
import { ProductSelect } from '../links/ProductSelect.tsx';
import { InboxNotices } from '../webhook/inbox/InboxNotices.tsx';
import { PERIODS, type Period, periodOf } from './periods.ts';
import { SaleDetails } from './SaleDetails.tsx';
import { SalesSummary } from './SalesSummary.tsx';
import { saleProduct, useSaleColumns } from './sale-columns.tsx';
import { exportSales, OF_ALL, rowCommands, type SalesOf, saleAddress, useSalesToShow } from './sale-commands.ts';
import styles from './sales.module.css';

const t = texts.sales;

/** `openId`: of the sale in the details. */
export function SalesScreen(props: { readonly openId: string | null }) {
  const { of, times } = useSalesToShow();
  // The next visit shows all sales again.
  useEffect(() => () => useSalesToShow.setState({ of: OF_ALL }), []);
  return <AllSales key={times} of={of} {...props} />;
}

interface Filter extends SalesOf {
  readonly period: Period;
}
const NO_FILTER: Filter = { ...OF_ALL, period: 'all' };

function AllSales({ of, openId }: { readonly of: SalesOf; readonly openId: string | null }) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>({ ...NO_FILTER, ...of });
  const narrow = (change: Partial<Filter>) => setFilter((previous) => ({ ...previous, ...change }));
  const { productId, linkId, period } = filter;
  const { sold, before } = periodOf(period, new Date());
  const query = { search, productId, linkId, sold };
  const sort = useListOrder('sales');
  const listed = { ...query, order: sort.order };
  const pages = usePages('sales.list', listed, ['records']);
  const { total, isCurrent } = pages;
  const table = useRef<TableHandle>(null);
  const exporting = useSingleFlight();
  const columns = useSaleColumns();
  useSeen();
  const filtered = !shallowEqual(filter, NO_FILTER);
  const isEmpty = total === 0 && isCurrent && !filtered && search === '';
  const close = (id: string) => {
    go('#/sales');
    // If the details took the whole page, returns the focus to the row.
    if (!document.activeElement?.closest('[role="row"]')) table.current?.focus(id);
  };
  return (
    <Page
      title={shared.names.sales}
      body="fill"
      after={<MatchCount search={search} {...pages} />}
      search={<SearchBox label={t.search} onSearch={setSearch} list={table} openId={openId} />}
      actions={
        <Button
          variant="default"
          leftSection={<IconFileExport size={16} aria-hidden />}
          disabled={!total}
          loading={exporting.slow}
          onClick={() => exporting.run(() => exportSales(listed))}
        >
          {texts.links.exportCsv}
        </Button>
      }
      toolbar={
        <>
          <SegmentedControl
            size="xs"
            flex="none"
            aria-label={t.period}
            data={PERIODS.map((value) => ({ value, label: t.periods[value] }))}
            value={period}
            onChange={(chosen) => narrow({ period: chosen as Period })}
          />
          <Box flex="none" w={208}>
            <ProductSelect
              label={texts.links.filters.byProduct}
              hideLabel
              placeholder={t.filters.allProducts}
              clearable
              value={productId}
              onChange={(chosen) => narrow({ productId: chosen })}
            />
          </Box>
          {linkId !== null && (
            <Button
              size="xs"
              variant="light"
              rightSection={<IconX size={14} aria-hidden />}
              onClick={() => narrow({ linkId: null })}
            >
              {t.filters.ofLink}
            </Button>
          )}
        </>
      }
    >
      <ProblemAlert problem={pages.problem} />
      <Notices saysSetUp={isEmpty || total === undefined} />
      {!isEmpty && <SalesSummary query={query} before={before && { ...query, sold: before }} />}
      <ListAndDetails details={openId !== null && <SaleDetails id={openId} close={() => close(openId)} />}>
        <DataTable
          label={shared.names.sales}
          columns={columns}
          {...pages}
          rowKey={({ id }) => id}
          onOpen={({ id }) => go(saleAddress(id))}
          onFollow={({ id }) => goInstead(saleAddress(id))}
          menu={(sale) => menuOf(saleProduct(sale), rowCommands(sale))}
          currentKey={openId}
          sort={sort}
          resetKey={JSON.stringify(listed)}
          handle={table}
          empty={isEmpty ? <NoneYet /> : <NothingFound clear={filtered ? () => setFilter(NO_FILTER) : null} />}
        />
      </ListAndDetails>
    </Page>
  );
}

/** The seller sees the list, so the mark in the navigation goes. */
function useSeen(): void {
  const isMarked = useFrame().marks.sales !== null;
  useEffect(() => {
    if (isMarked) void call('sales.seen', undefined);
  }, [isMarked]);
}

/** Why sales do not arrive or cannot be verified. `saysSetUp`: the empty list already says how to set up the webhook. */
function Notices({ saysSetUp }: { readonly saysSetUp: boolean }) {
  const webhook = useLive('webhook.get', undefined, ['records']).data;
  const inbox = useLive('inbox.get', undefined, ['inbox']).data;
  if (!webhook || !inbox) return null;
  const problem = problemOf(webhook, saysSetUp);
  return (
    <div className={styles.notices}>
      {problem !== null && <SmallWarning text={problem} button={t.seeWebhook} act={() => go('#/webhook')} />}
      <InboxNotices inbox={inbox} webhook={webhook} />
    </div>
  );
}

function problemOf({ current }: WebhookView, saysSetUp: boolean): string | null {
  if (!current) return saysSetUp ? null : t.notSetUp;
  if (!current.isOn) return t.webhookOff;
  return current.key === 'none' || isKeyLost(current.key) ? t.noKey : null;
}

function NoneYet() {
  const { data: team } = useTeam();
  return (
    <EmptyState
      icon={<IconCash size={32} aria-hidden />}
      title={t.none}
      action={
        <>
          <Button variant="default" onClick={() => go('#/webhook')}>
            {t.openWebhook}
          </Button>
          {team?.state === 'none' && (
            <Button variant="default" onClick={() => go('#/settings/team')}>
              {t.openTeam}
            </Button>
          )}
        </>
      }
    >
      {t.howToGetOne}
    </EmptyState>
  );
}
