// Notifications of changes that need the seller: one by its text, several by their number and their screen.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attentionNotifier } from '../../src/main/stores/store-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function notifications(...ids: (string | null)[]): unknown[] {
  const events: unknown[] = [];
  const attention = attentionNotifier(
    (_, payload) => events.push(payload),
    (count) => `${count} changes`,
    '#/sync',
  );
  for (const id of ids) attention.add(`change ${id}`, id);
  vi.runAllTimers();
  return events;
}

it('leads to one change, or to the screen that lists several', () => {
  expect(notifications('a')).toEqual([{ kind: 'attention', message: 'change a', actionId: 'a', to: '#/sync/a' }]);
  expect(notifications('a', 'b')).toEqual([{ kind: 'attention', message: '2 changes', actionId: null, to: '#/sync' }]);
});

it('leads nowhere if a change belongs to another store', () => {
  expect(notifications(null)).toMatchObject([{ actionId: null, to: null }]);
  expect(notifications('a', null)).toMatchObject([{ message: '2 changes', to: null }]);
});
