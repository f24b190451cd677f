// Above the list: how many sales it shows, their totals, and the chart of sales per day with its text.

import { Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useId } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import type { SaleTotals } from '../../../shared/sale.ts';
import { sentences } from '../../../shared/sentences.ts';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts } from '../../../shared/texts/window.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive } from '../../state/live.ts';
import styles from './sales.module.css';
import type { SalesQuery } from './show-sales.ts';

const t = texts.sales;

/** With the library of charts, which is half of the window's code. */
const SalesChart = lazy(async () => ({ default: (await import('./SalesChart.tsx')).SalesChart }));

const longDay = new Intl.DateTimeFormat(localeInUse(), { dateStyle: 'medium' });

/** Ms without typing before totals are counted: a long count would delay the rows. */
const REST_MS = 250;
/** The most days that the text names one by one. */
const NAMED_DAYS = 31;

export function SalesSummary({ query }: { readonly query: SalesQuery }) {
  const [rested] = useDebouncedValue(query, REST_MS);
  const { data, problem, asked } = useLive('sales.totals', rested, ['links', 'products']);
  const isLow = useMediaQuery('(max-height: 520px)', undefined, { getInitialValueInEffect: false });
  const isCurrent = JSON.stringify(asked) === JSON.stringify(query);
  return (
    <>
      <ProblemAlert title={t.totals.notRead} problem={problem} />
      <section className={styles.summary} aria-busy={!isCurrent} data-late={(data && !isCurrent) || undefined}>
        <div className={styles.figures}>{data && <Figures totals={data} />}</div>
        {data &&
          data.sales > 0 &&
          (isLow ? <VisuallyHidden>{describeTotals(data)}</VisuallyHidden> : <Chart totals={data} />)}
      </section>
    </>
  );
}

function Figures({ totals: { sales, sums, questions, withoutAmount } }: { readonly totals: SaleTotals }) {
  const { currencies } = useFrame().settings;
  return (
    <>
      <Text fw={600} className={styles.count ?? ''} title={t.about}>
        {t.totals.sales({ count: sales })}
      </Text>
      {sums.map(({ currencyId, cents }) => (
        <Text key={currencyId} size="sm" className={styles.sum ?? ''}>
          {formatMoney(cents, currencyId, currencies)}
        </Text>
      ))}
      {withoutAmount > 0 && sums.length > 0 && (
        <Text size="xs" c="dimmed">
          {t.totals.withoutAmount({ count: withoutAmount })}
        </Text>
      )}
      {questions > 0 && (
        <Text size="xs" c="dimmed">
          {t.totals.questions({ count: questions })}
        </Text>
      )}
    </>
  );
}

function Chart({ totals }: { readonly totals: SaleTotals }) {
  const text = useId();
  return (
    <div className={styles.picture}>
      <div role="img" aria-label={t.chart.title} aria-describedby={text} className={styles.canvas}>
        <Suspense fallback={null}>
          <SalesChart days={totals.days} />
        </Suspense>
      </div>
      <VisuallyHidden id={text}>{describeTotals(totals)}</VisuallyHidden>
    </div>
  );
}

function describeTotals({ days, isCut }: SaleTotals): string {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return '';
  const { summary, most, day } = t.chart;
  const sold = days.filter(({ sales }) => sales > 0);
  const best = sold.reduce((so, each) => (each.sales > so.sales ? each : so), first);
  return sentences(
    summary({
      count: sold.reduce((sum, { sales }) => sum + sales, 0),
      from: longDay.format(first.at),
      to: longDay.format(last.at),
    }),
    most({ count: best.sales, day: longDay.format(best.at) }),
    ...(sold.length <= NAMED_DAYS
      ? [
          t.chart.days({
            days: sold.map(({ at, sales }) => day({ day: longDay.format(at), count: sales })).join('; '),
          }),
        ]
      : []),
    ...(isCut ? [t.chart.isCut] : []),
  );
}
