// The creation date filter: days as the seller chooses them, and the times they stand for.

/** Days such as "2026-11-23", both included. An empty one is no bound. */
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
  // Swedish dates are in ISO 8601.
  return first[period].toLocaleDateString('sv');
}

/** Start (included) and end (excluded), in ms since 1970; null shows all. */
export const createdBetween = (days: Days | null): { from: number | null; to: number | null } | null =>
  days && { from: startOfDay(days.from), to: startOfDay(days.to, 1) };

/** When the day `later` days after `date` starts; null for an empty text. */
export function startOfDay(date: string, later = 0): number | null {
  const [year, month, day] = date.split('-').map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  return new Date(year, month - 1, day + later).getTime();
}
