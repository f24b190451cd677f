// The progress notice of a long operation.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Notices } from '../../src/main/stores/notices.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('shows progress after a second, and removes it at the end', () => {
  const notices = new Notices(() => 0, vi.fn());
  const report = notices.progress(
    () => 'Updating',
    (percent) => `${percent}%`,
  );
  report(0.1);
  expect(notices.all()).toEqual([]);
  vi.advanceTimersByTime(1_500);
  report(0.25);
  expect(notices.all()).toMatchObject([{ kind: 'information', title: 'Updating', message: '25%' }]);
  report(0.5);
  expect(notices.all().map(({ message }) => message)).toEqual(['50%']);
  report(1);
  expect(notices.all()).toEqual([]);
});

test('does not reopen progress that the seller has closed', () => {
  const notices = new Notices(() => 0, vi.fn());
  const report = notices.progress(
    () => 'Updating',
    (percent) => `${percent}%`,
  );
  report(0);
  vi.advanceTimersByTime(1_500);
  report(0.3);
  notices.dismiss(notices.all()[0]?.id ?? '');
  report(0.6);
  expect(notices.all()).toEqual([]);
});

test('also shows it if nothing is reported between the beginning and the end', () => {
  const notices = new Notices(() => 0, vi.fn());
  const report = notices.progress(
    () => 'Updating',
    (percent) => `${percent}%`,
  );
  report(0);
  report(1);
  vi.advanceTimersByTime(1_500);
  expect(notices.all()).toEqual([]);
  report(0);
  vi.advanceTimersByTime(1_500);
  expect(notices.all()).toMatchObject([{ title: 'Updating', message: '0%' }]);
  report(1);
  expect(notices.all()).toEqual([]);
});
