// The chart "Sales per day". Only this module loads the chart library.
import { localeInUse } from '../../../shared/texts/catalog.ts';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { SaleTotals } from '../../../shared/sale.ts';
import { texts } from '../../../shared/texts/window.ts';

const t = texts.sales.chart;

/** Px between the days with a label. */
const TICK_GAP = 32;

/** Its text alternative is beside it, in `SalesSummary.tsx`. */
export function SalesChart({ days }: { readonly days: SaleTotals['days'] }) {
  const years = new Set([days[0], days.at(-1)].map((day) => day && new Date(day.at).getFullYear()));
  const shown =
    years.size > 1 ? { dateStyle: 'medium' as const } : { month: 'short' as const, day: 'numeric' as const };
  const day = new Intl.DateTimeFormat(localeInUse(), shown);
  return (
    <BarChart
      h="100%"
      data={days.map(({ at, sales }) => ({ day: day.format(at), sales }))}
      dataKey="day"
      series={[{ name: 'sales', label: t.sales, color: 'indigo.6' }]}
      gridAxis="none"
      tickLine="none"
      withYAxis={false}
      maxBarWidth={24}
      minBarSize={0}
      tooltipAnimationDuration={0}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: TICK_GAP, height: 28, tickMargin: 2 }}
      barProps={{ isAnimationActive: false, radius: 2 }}
      // Screen readers get the text instead, so nothing in the chart takes the focus.
      barChartProps={{
        accessibilityLayer: false,
        barCategoryGap: '10%',
        margin: { top: 4, right: 4, bottom: 0, left: 4 },
      }}
    />
  );
}
