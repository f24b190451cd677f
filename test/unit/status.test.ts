// The sync status of a store, the sync state of a record, and the limits of the settings.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeStateSchema, isRepeatable, syncStateOf } from '../../src/shared/change.ts';
import { defaultSettings, settingsSchema } from '../../src/shared/settings.ts';
import { type Status, statusText } from '../../src/shared/status.ts';

const calm: Status = {
  ...{ waiting: 0, sending: 0, attention: 0, offline: false, pause: null, workOffline: false },
  ...{ signedIn: true, nextAttemptAt: null, diskProblem: null },
};

it('never says that everything is saved while something is not, and counts correctly', () => {
  const count = fc.integer({ min: 0, max: 3 });
  const part = fc.record({
    ...{ waiting: count, sending: count, attention: count },
    ...{ offline: fc.boolean(), workOffline: fc.boolean(), signedIn: fc.boolean() },
  });
  const saved = statusText(calm);
  fc.assert(
    fc.property(part, (given) => {
      const open = given.waiting + given.sending + given.attention;
      const text = statusText({ ...calm, ...given });
      expect(text === saved).toBe(open === 0 && !given.offline);
      expect(text).not.toMatch(/\b0 changes|\b1 changes|\b[02-9] change\b/);
    }),
  );
  for (const [part, number] of [
    [{ waiting: 1_204 }, '1,204'],
    [{ sending: 6, waiting: 1_194 }, '1,200'],
    [{ attention: 2, waiting: 5, sending: 1, offline: true }, '2'],
    [{ signedIn: false, waiting: 2, sending: 1 }, '3'],
    [{ offline: true, waiting: 3 }, '3'],
  ] as const) {
    expect(statusText({ ...calm, ...part })).toContain(number);
  }
});

it('the sync state of a record follows from the state of its change; only creates are not repeatable', () => {
  const states = Object.fromEntries(changeStateSchema.options.map((state) => [state, syncStateOf(state)]));
  expect(states).toEqual({
    ...{ waiting: 'waiting', ready: 'waiting', retrying: 'waiting', sending: 'sending' },
    ...{ 'needs-review': 'needs-review', rejected: 'rejected', done: 'synced' },
  });
  const kinds = ['product.create', 'link.create', 'product.update', 'link.delete', 'settings.update'] as const;
  expect(kinds.map(isRepeatable)).toEqual([false, false, true, true, true]);
});

it('the settings start with USD and six parallel sends, and have limits', () => {
  const initial = defaultSettings();
  expect(settingsSchema.parse(initial)).toEqual(initial);
  expect(initial).toMatchObject({ currencies: [{ id: 2, name: 'USD' }], parallelSends: 6 });
  const isValid = (change: object) => settingsSchema.safeParse({ ...initial, ...change }).success;
  expect([1, 10].every((parallelSends) => isValid({ parallelSends }))).toBe(true);
  expect([0, 11, 1.5].some((parallelSends) => isValid({ parallelSends }))).toBe(false);
  const eur = { id: 3, name: 'EUR' };
  expect(isValid({ currencies: [eur] })).toBe(true);
  expect([[], [eur, { id: 3, name: 'Euro' }]].some((currencies) => isValid({ currencies }))).toBe(false);
});
