// The tour of the practice store detects completed steps.
import { expect, test } from 'vitest';
import { afterTourEvent, currentTourStep, NEW_TOUR, type Tour, type TourEvent } from '../../src/shared/tour.ts';

const on: Tour = { ...NEW_TOUR, state: 'on' };
const after = (tour: Tour, ...events: TourEvent[]): Tour => events.reduce(afterTourEvent, tour);

test('a completed step leads to the first incomplete one', () => {
  expect(currentTourStep(on)).toBe('product');
  expect(currentTourStep(after(on, { did: 'product' }))).toBe('link');
  expect(currentTourStep(after(on, { did: 'link' }))).toBe('product');
  expect(currentTourStep(after(on, { did: 'link' }, { did: 'product' }))).toBe('share');
  const all = after(on, { did: 'product' }, { did: 'link' }, { did: 'share' }, 'waits-offline', 'sent', {
    did: 'webhook',
  });
  expect(currentTourStep(all)).toBeNull();
});

test('working offline counts only if a change was seen waiting and then sent', () => {
  expect(after(on, 'sent').done).toEqual([]);
  expect(after(on, 'waits-offline').done).toEqual([]);
  expect(after(on, 'sent', 'waits-offline', 'sent').done).toEqual(['offline']);
  // It was deleted before it was sent.
  expect(after(on, 'waits-offline', 'withdrawn', 'sent').done).toEqual([]);
});

test('detects nothing before the tour starts and after it ends, and nothing twice', () => {
  for (const state of ['offered', 'left'] as const) {
    const tour = { ...NEW_TOUR, state };
    expect(after(tour, { did: 'product' }, 'waits-offline', 'sent')).toBe(tour);
  }
  const once = after(on, { did: 'product' });
  expect(after(once, { did: 'product' })).toBe(once);
});
