// The creation date filter: days as the seller chooses them, and the moments that they mean.

/** Days as "2026-11-23", both inclusive; empty for an open start or end. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The periods to choose from. Each ends today. */
export const PERIODS = ['today', 'week', 'month', 'year'] as const;

/** The first day of a period, in the local calendar. */
export function startOfPeriod(period: (typeof PERIODS)[number], now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const first = {
    today: new Date(year, month, day),
    week: new Date(year, month, day - 6),
    month: new Date(year, month, day - 29),
    year: new Date(year, 0, 1),
  };
  // Sweden writes dates as ISO 8601 does.
  return first[period].toLocaleDateString('sv');
}

/** Start (inclusive) and end (exclusive), in ms since 1970; null shows all. */
export const createdBetween = (days: Days | null): { from: number | null; to: number | null } | null =>
  days && { from: startOfDay(days.from), to: startOfDay(days.to, 1) };

/** The start of the day that is `later` days after `date`; null for an empty text. */
export function startOfDay(date: string, later = 0): number | null {
  const [year, month, day] = date.split('-').map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  return new Date(year, month - 1, day + later).getTime();
}
