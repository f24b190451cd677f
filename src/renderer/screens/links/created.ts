// The creation date filter: a period that ends today, or a range between two dates.

export type Created =
  | { readonly span: 'any' | 'today' | 'week' | 'month' | 'year' }
  /** Days as "2026-11-23", both inclusive; empty for an open start or end. */
  | { readonly span: 'between'; readonly from: string; readonly to: string };

/** The periods to choose from. */
export const SPANS = [
  { span: 'today' },
  { span: 'week' },
  { span: 'month' },
  { span: 'year' },
] as const satisfies readonly Created[];

export const ANY_TIME: Created = { span: 'any' };

/** The start of a local calendar day, in ms since 1970; `month` from 0. Days past the end of the month roll over. */
const startOf = (year: number, month: number, day: number): number => new Date(year, month, day).getTime();

/** Start (inclusive) and end (exclusive), in ms since 1970; null shows all. */
export function createdBetween(created: Created, now: Date): { from: number | null; to: number | null } | null {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  switch (created.span) {
    case 'any':
      return null;
    case 'today':
      return { from: startOf(year, month, day), to: null };
    case 'week':
      return { from: startOf(year, month, day - 6), to: null };
    case 'month':
      return { from: startOf(year, month, day - 29), to: null };
    case 'year':
      return { from: startOf(year, 0, 1), to: null };
    case 'between':
      return { from: startOfDay(created.from, 0), to: startOfDay(created.to, 1) };
  }
}

/** The start of the day that is `later` days after `date`; null for an empty text. */
export function startOfDay(date: string, later: number): number | null {
  const [year, month, day] = date.split('-').map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  return startOf(year, month - 1, day + later);
}
