// The periods of the sales screen, each with the previous period for comparison.

export const PERIODS = ['today', 'week', 'month', 'lastMonth', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** In ms since 1970, from `from` (included) to `to` (excluded); null for no bound. */
interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

interface Compared {
  /** Null shows all sales. */
  readonly sold: Span | null;
  /** The previous period, as long as the time that has passed of this one; null if there is nothing to compare with. */
  readonly before: Span | null;
}

export function periodOf(period: Period, now: Date): Compared {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  /** When a local day starts. Days and months beyond the end roll over. */
  const startOf = (inMonth: number, onDay: number): number => new Date(year, inMonth, onDay).getTime();
  const [today, thisMonth] = [startOf(month, day), startOf(month, 1)];
  const [week, lastMonth] = [startOf(month, day - 6), startOf(month - 1, 1)];
  switch (period) {
    case 'today':
      return { sold: { from: today, to: null }, before: { from: startOf(month, day - 1), to: today } };
    case 'week':
      return { sold: { from: week, to: null }, before: { from: startOf(month, day - 13), to: week } };
    case 'month': {
      // Last month may be shorter and end before this day.
      const to = Math.min(startOf(month - 1, day + 1), thisMonth);
      return { sold: { from: thisMonth, to: null }, before: { from: lastMonth, to } };
    }
    case 'lastMonth':
      return {
        sold: { from: lastMonth, to: thisMonth },
        before: { from: startOf(month - 2, 1), to: lastMonth },
      };
    case 'all':
      return { sold: null, before: null };
  }
}
