// Notifications of changes that need the seller: one by its text, several by their number and their screen.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attentionNotifier } from '../../src/main/stores/store-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BOLT = { id: 'bolt', name: 'Bolt' };
const ACME = { id: 'acme', name: 'Acme' };

function notifications(...changes: { id: string; other?: typeof BOLT }[]): unknown[] {
  const events: unknown[] = [];
  const attention = attentionNotifier(
    (_, payload) => events.push(payload),
    (count) => `${count} changes`,
    '#/sync',
  );
  for (const { id, other } of changes) attention.add(`change ${id}`, id, other ?? null);
  vi.runAllTimers();
  return events;
}

const kind = 'attention';

it('leads to one change, or to the screen that lists several', () => {
  expect(notifications({ id: 'a' })).toEqual([{ kind, message: 'change a', changeId: 'a', to: '#/sync/a' }]);
  expect(notifications({ id: 'a' }, { id: 'b' })).toEqual([
    { kind, message: '2 changes', changeId: null, to: '#/sync' },
  ]);
});

it('names another store and leads there', () => {
  expect(notifications({ id: 'a', other: BOLT })).toEqual([
    { kind, message: 'In the store "Bolt": change a', changeId: 'a', to: '#/sync/a', storeId: 'bolt' },
  ]);
  expect(notifications({ id: 'a', other: BOLT }, { id: 'b', other: BOLT })).toEqual([
    { kind, message: 'In the store "Bolt": 2 changes', changeId: null, to: '#/sync', storeId: 'bolt' },
  ]);
});

it('leads nowhere if the changes belong to different stores', () => {
  const nowhere = [{ kind, message: '2 changes', changeId: null, to: null }];
  expect(notifications({ id: 'a' }, { id: 'b', other: BOLT })).toEqual(nowhere);
  expect(notifications({ id: 'a', other: ACME }, { id: 'b', other: BOLT })).toEqual(nowhere);
});
