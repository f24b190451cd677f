// Which links are shown by when they were created: a span of days that ends today, or one between two dates.

export type Created =
  | { readonly span: 'any' | 'today' | 'week' | 'month' | 'year' }
  /** Days as "2026-11-23", both included; empty where the range has no beginning or no end. */
  | { readonly span: 'between'; readonly from: string; readonly to: string };

/** One object for each, so that filters can be compared. */
export const SPANS = [
  { span: 'any' },
  { span: 'today' },
  { span: 'week' },
  { span: 'month' },
  { span: 'year' },
] as const satisfies readonly Created[];

export const ANY_TIME: Created = SPANS[0];

/** The first moment of a day of the calendar here, in ms since 1970; `month` from 0. Days beyond the month's count on. */
const startOf = (year: number, month: number, day: number): number => new Date(year, month, day).getTime();

/** The moments from which and before which, in ms since 1970; null where all are shown. */
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

/** The first moment of a day, or of so many days later; null of an empty text. */
export function startOfDay(date: string, later: number): number | null {
  const [year, month, day] = date.split('-').map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  return startOf(year, month - 1, day + later);
}
