// The periods of the sales screen, each with the period before that its totals are compared with.

export const PERIODS = ['today', 'week', 'month', 'lastMonth', 'all'] as const;
export type Period = (typeof PERIODS)[number];

/** In ms since 1970: from `from` on and before `to`; null for no bound. */
interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

interface Compared {
  /** Null shows all. */
  readonly sold: Span | null;
  /** As long as what has passed of the period; null where there is nothing to compare with. */
  readonly before: Span | null;
}

export function periodOf(period: Period, now: Date): Compared {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  /** The start of a day of this calendar; days and months roll over. */
  const startOf = (inMonth: number, onDay: number): number => new Date(year, inMonth, onDay).getTime();
  switch (period) {
    case 'today':
      return {
        sold: { from: startOf(month, day), to: null },
        before: between(startOf(month, day - 1), startOf(month, day)),
      };
    case 'week':
      return {
        sold: { from: startOf(month, day - 6), to: null },
        before: between(startOf(month, day - 13), startOf(month, day - 6)),
      };
    case 'month':
      return {
        sold: { from: startOf(month, 1), to: null },
        // A shorter month ends before this day.
        before: between(startOf(month - 1, 1), Math.min(startOf(month - 1, day + 1), startOf(month, 1))),
      };
    case 'lastMonth':
      return {
        sold: between(startOf(month - 1, 1), startOf(month, 1)),
        before: between(startOf(month - 2, 1), startOf(month - 1, 1)),
      };
    case 'all':
      return { sold: null, before: null };
  }
}

const between = (from: number, to: number): Span => ({ from, to });
