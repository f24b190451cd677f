// The sync status: the text of every state of a store, and when a change of it is announced to screen readers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../src/renderer/app/SyncStatus.tsx';
import { actionStateSchema, isRepeatable, syncStateOf } from '../../src/shared/action.ts';
import { defaultSettings, settingsSchema } from '../../src/shared/settings.ts';
import { type Status, statusText } from '../../src/shared/status.ts';
import { texts } from '../../src/shared/texts/rules.ts';

const calm: Status = {
  waiting: 0,
  sending: 0,
  attention: 0,
  offline: false,
  pause: null,
  workOffline: false,
  signedIn: true,
  nextAttemptAt: null,
  diskProblem: null,
};
const text = (changed: Partial<Status>) => statusText({ ...calm, ...changed });
const meaning = (part: Partial<Status>) => meaningOf({ ...calm, ...part });

describe('the sync status', () => {
  it.each<[string, Partial<Status>]>([
    ['All changes are saved on the service', {}],
    ['All changes are saved on the service', { signedIn: false }],
    ['1 change waiting', { waiting: 1 }],
    ['2 changes waiting', { waiting: 2 }],
    ['Sending 1 change', { sending: 1 }],
    ['Sending 4 changes', { sending: 1, waiting: 3 }],
    ['Sending 6 changes', { sending: 6 }],
    ['Offline, no changes waiting', { offline: true }],
    ['Offline, 1 change waiting', { offline: true, waiting: 1 }],
    ['Offline, 3 changes waiting', { offline: true, waiting: 3 }],
    ['Offline, 3 changes waiting', { offline: true, workOffline: true, waiting: 3 }],
    ['1 change needs your attention', { attention: 1 }],
    ['2 changes need your attention', { attention: 2 }],
    ['2 changes need your attention', { attention: 2, waiting: 5, sending: 1, offline: true }],
    ['Sign in to send 1 change', { signedIn: false, waiting: 1 }],
    ['Sign in to send 3 changes', { signedIn: false, waiting: 2, sending: 1 }],
    ['Sign in to send 1 change', { signedIn: false, waiting: 1, attention: 2, offline: true }],
    ['1 change needs your attention', { signedIn: false, attention: 1 }],
    ['Offline, no changes waiting', { signedIn: false, offline: true }],
    ['Sending 1,200 changes', { sending: 6, waiting: 1_194 }],
    ['1,204 changes waiting', { waiting: 1_204 }],
    ['Offline, 1,204 changes waiting', { offline: true, waiting: 1_204 }],
    ['1,200 changes need your attention', { attention: 1_200 }],
    ['Sign in to send 12,000 changes', { signedIn: false, waiting: 12_000 }],
  ])('is "%s" for %j', (words, changed) => {
    expect(text(changed)).toBe(words);
  });

  it('never says that everything is saved while something is not', () => {
    const count = fc.integer({ min: 0, max: 3 });
    const status = fc.record({
      waiting: count,
      sending: count,
      attention: count,
      offline: fc.boolean(),
      pause: fc.constant(null),
      workOffline: fc.boolean(),
      signedIn: fc.boolean(),
      nextAttemptAt: fc.constant(null),
      diskProblem: fc.constant(null),
    });
    fc.assert(
      fc.property(status, (given) => {
        const open = given.waiting + given.sending + given.attention > 0;
        if (open) expect(statusText(given)).not.toContain('All changes');
        expect(statusText(given)).not.toMatch(/\b0 changes|\b1 changes|\b[02-9] change\b/);
      }),
    );
  });
});

describe('the meaning of the sync status', () => {
  it('stays the same while changes are sent one after the other', () => {
    const counts = [{ waiting: 40 }, { waiting: 36, sending: 4 }, { waiting: 12 }, { waiting: 0, sending: 1 }].map(
      meaning,
    );
    expect(new Set(counts).size).toBe(1);
  });

  it('stays the same while changes are added offline', () => {
    expect(meaning({ offline: true, waiting: 1 })).toBe(meaning({ offline: true, waiting: 500 }));
  });

  it('changes with the first change that waits offline', () => {
    expect(meaning({ offline: true, waiting: 1 })).not.toBe(meaning({ offline: true }));
  });

  it('changes with “Work offline” while a change needs a decision', () => {
    expect(meaning({ attention: 1, offline: true, workOffline: true })).not.toBe(meaning({ attention: 1 }));
  });

  it('differs for everything that the seller may have to know', () => {
    const meanings = [
      {},
      { waiting: 2 },
      { offline: true, waiting: 2 },
      { signedIn: false, waiting: 2 },
      { attention: 1 },
      { attention: 2 },
    ].map(meaning);
    expect(new Set(meanings).size).toBe(meanings.length);
  });
});

describe('the sync state of a record', () => {
  it('follows from the state of its change', () => {
    const states = Object.fromEntries(actionStateSchema.options.map((state) => [state, syncStateOf(state)]));
    expect(states).toEqual({
      waiting: 'waiting',
      ready: 'waiting',
      retrying: 'waiting',
      sending: 'sending',
      'needs-review': 'needs-review',
      rejected: 'rejected',
      done: 'synced',
    });
    for (const state of Object.values(states)) expect(texts.states.sync[state]).toMatch(/^[A-Z]/);
  });

  it('treats only creates as not repeatable', () => {
    expect(isRepeatable('product.create')).toBe(false);
    expect(isRepeatable('link.create')).toBe(false);
    for (const kind of ['product.update', 'link.delete', 'settings.update'] as const)
      expect(isRepeatable(kind)).toBe(true);
  });
});

describe('the settings of the app', () => {
  it('start with 2 = USD and six sends at once', () => {
    expect(settingsSchema.parse(defaultSettings())).toEqual(defaultSettings());
    expect(defaultSettings()).toMatchObject({ currencies: [{ id: 2, name: 'USD' }], parallelSends: 6 });
  });

  it.each([
    [0, false],
    [1, true],
    [10, true],
    [11, false],
    [1.5, false],
  ])('may send %d at once: %s', (parallelSends, fine) => {
    expect(settingsSchema.safeParse({ ...defaultSettings(), parallelSends }).success).toBe(fine);
  });

  it('keep at least one currency, each id once', () => {
    const eur = { id: 3, name: 'EUR' };
    expect(settingsSchema.safeParse({ ...defaultSettings(), currencies: [] }).success).toBe(false);
    const twice = settingsSchema.safeParse({ ...defaultSettings(), currencies: [eur, { id: 3, name: 'Euro' }] });
    expect(twice.error?.issues.map(({ path }) => path)).toEqual([['currencies', 1, 'id']]);
  });
});
