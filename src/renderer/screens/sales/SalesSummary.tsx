// Above the list of sales: their number, their totals compared with the previous period, and the chart of sales per day.
import { Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, Suspense, useId } from 'react';
import type { Input } from '../../../shared/contract.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { SaleTotals } from '../../../shared/sale.ts';
import { sentences } from '../../../shared/sentences.ts';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts } from '../../../shared/texts/window.ts';
import { ProblemAlert } from '../../kit/parts.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive } from '../../state/live.ts';
import styles from './sales.module.css';

const t = texts.sales;

/** Lazy, because the chart library is half of the window's code. */
const SalesChart = lazy(async () => ({ default: (await import('./SalesChart.tsx')).SalesChart }));

const longDay = new Intl.DateTimeFormat(localeInUse(), { dateStyle: 'medium' });
const percent = new Intl.NumberFormat(localeInUse(), { style: 'percent', signDisplay: 'exceptZero' });

/** Ms without typing before totals are counted: a long count would delay the rows. */
const REST_MS = 250;
/** The most days that the text alternative lists one by one. */
const NAMED_DAYS = 31;

type SalesQuery = Input<'sales.totals'>;

interface SalesSummaryProps {
  readonly query: SalesQuery;
  /** The same query for the previous period; null if there is none. */
  readonly before: SalesQuery | null;
}

export function SalesSummary({ query, before }: SalesSummaryProps) {
  const [rested] = useDebouncedValue({ query, before }, REST_MS);
  const { data, problem, asked } = useLive('sales.totals', rested.query, ['records']);
  const earlier = useLive(rested.before && 'sales.totals', rested.before ?? rested.query, ['records']);
  const isCurrent = JSON.stringify(asked) === JSON.stringify(query);
  const hasEarlier = before !== null && JSON.stringify(earlier.asked) === JSON.stringify(before);
  return (
    <>
      <ProblemAlert problem={problem} />
      <section className={styles.summary} aria-busy={!isCurrent} data-late={(data && !isCurrent) || undefined}>
        {data && <Figures totals={data} earlier={(hasEarlier && earlier.data) || null} />}
        {data?.days.some(({ sales }) => sales > 0) && <Chart totals={data} />}
      </section>
    </>
  );
}

interface FiguresProps {
  readonly totals: SaleTotals;
  readonly earlier: SaleTotals | null;
}

function Figures({ totals: { sales, sums, questions, withoutAmount }, earlier }: FiguresProps) {
  const { currencies } = useFrame().settings;
  const notes = [
    ...(withoutAmount > 0 && sums.length > 0 ? [t.totals.withoutAmount({ count: withoutAmount })] : []),
    ...(questions > 0 ? [t.totals.questions({ count: questions })] : []),
  ];
  return (
    <div className={styles.figures}>
      <Text span fw={600}>
        {t.totals.sales({ count: sales })}
        <Change now={sales} previous={earlier?.sales} textOf={(count) => t.totals.sales({ count })} />
      </Text>
      {sums.map(({ currencyId, cents }) => {
        const previous = earlier?.sums.find((sum) => sum.currencyId === currencyId)?.cents;
        const textOf = (amount: number) => formatMoney(amount, currencyId, currencies);
        return (
          <Text span size="sm" key={currencyId}>
            {textOf(cents)}
            <Change now={cents} previous={previous} textOf={textOf} />
          </Text>
        );
      })}
      {notes.map((note) => (
        <Text size="xs" c="dimmed" key={note}>
          {note}
        </Text>
      ))}
    </div>
  );
}

interface ChangeProps {
  readonly now: number;
  readonly previous: number | undefined;
  readonly textOf: (figure: number) => string;
}

/** The change from the previous period, if that has a figure. */
function Change({ now, previous, textOf }: ChangeProps) {
  if (!previous) return null;
  const comparison = t.totals.before({ figure: textOf(previous) });
  return (
    <Text span size="xs" c="dimmed" ml={8} fw={400} title={comparison}>
      {percent.format((now - previous) / previous)}
      <VisuallyHidden>{comparison}</VisuallyHidden>
    </Text>
  );
}

function Chart({ totals }: { readonly totals: SaleTotals }) {
  const text = useId();
  return (
    <>
      <div role="img" aria-label={t.chart.title} aria-describedby={text} className={styles.picture}>
        <Suspense fallback={null}>
          <SalesChart days={totals.days} />
        </Suspense>
      </div>
      <VisuallyHidden id={text}>{describeTotals(totals)}</VisuallyHidden>
    </>
  );
}

function describeTotals({ days }: SaleTotals): string {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return '';
  const { summary, day } = t.chart;
  const sold = days.filter(({ sales }) => sales > 0);
  const count = sold.reduce((sum, { sales }) => sum + sales, 0);
  const namedDays = sold.length <= NAMED_DAYS ? sold : [];
  return sentences(
    summary({ count, from: longDay.format(first.at), to: longDay.format(last.at) }),
    namedDays.map(({ at, sales }) => day({ day: longDay.format(at), count: sales })).join('; '),
  );
}
