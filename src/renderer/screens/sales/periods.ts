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
  const compared = (from: number, to: number | null, previous: [from: number, to: number]): Compared => ({
    sold: { from, to },
    before: { from: previous[0], to: previous[1] },
  });
  switch (period) {
    case 'today':
      return compared(today, null, [startOf(month, day - 1), today]);
    case 'week':
      return compared(week, null, [startOf(month, day - 13), week]);
    case 'month':
      // Last month may be shorter and end before this day.
      return compared(thisMonth, null, [lastMonth, Math.min(startOf(month - 1, day + 1), thisMonth)]);
    case 'lastMonth':
      return compared(lastMonth, thisMonth, [startOf(month - 2, 1), lastMonth]);
    case 'all':
      return { sold: null, before: null };
  }
}
