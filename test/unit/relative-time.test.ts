// Relative times: recent ones by duration, days by the calendar.
import { describe, expect, it } from 'vitest';
import { relativeTime } from '../../src/renderer/components/RelativeTime.tsx';

/** Local time, as people count days. */
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 4, day, hour, minute).getTime();

describe('a relative time', () => {
  it.each([
    ['47 hours ago is two days back by the calendar', at(18, 11), at(20, 10), '2 days ago'],
    ['the same 47 hours from shortly after midnight are yesterday', at(19, 0, 15), at(20, 23, 15), 'yesterday'],
    ['25 hours ago is yesterday', at(19, 9), at(20, 10), 'yesterday'],
    ['less than a day ago is given in hours, also before midnight', at(19, 23), at(20, 10), '11 hr. ago'],
    ['47 hours ahead is two days ahead', at(22, 9), at(20, 10), 'in 2 days'],
    ['six days ago', at(14, 9), at(20, 10), '6 days ago'],
  ])('%s', (_, then, now, words) => {
    expect(relativeTime(then, now)).toBe(words);
  });

  it('is the date from a week on', () => {
    expect(relativeTime(at(13, 9), at(20, 10))).toMatch(/2026/);
  });
});
