// What the end of a change leaves uncertain, and what settles it.
import { expect, it } from 'vitest';
import type { Change } from '../../src/main/outbox/change.ts';
import { type Doubt, doubtAfter, doubtSchema } from '../../src/main/outbox/doubt.ts';
import type { Outcome } from '../../src/main/service/outcome.ts';
import { answered, buildChange, lost, neverLeft, PAYLOADS } from '../support/outbox-changes.ts';

const ended = (ending: NonNullable<Change['ending']>, outcomes: readonly Outcome[], keyRef: string | null = null) =>
  buildChange('settings.update', {
    id: '0009',
    state: 'done',
    ending,
    endedAt: 7,
    payload: { ...PAYLOADS['settings.update'], keyRef },
    attempts: outcomes.map((outcome) => ({ at: 1, tookMs: 1, outcome })),
  });
const values: Doubt = { changeId: '0001', since: 3, about: ['values'] };
const both: Doubt = { ...values, about: ['values', 'key'] };

it('a doubt begins when a change that may have arrived is discarded, and otherwise stays as it is', () => {
  for (const outcomes of [[lost], [answered(500)], [answered(503)], [answered(303)], [lost, answered(422)]]) {
    const doubt = doubtAfter(ended('discarded', outcomes), undefined);
    expect(doubt).toEqual({ changeId: '0009', since: 7, about: ['values'] });
    expect(doubtSchema.parse(doubt)).toEqual(doubt);
    expect(doubtAfter(ended('discarded', outcomes), doubt)).toEqual(doubt);
  }
  for (const outcomes of [[], [neverLeft], [answered(422)], [answered(503, { retryAfterMs: 5 })]]) {
    expect(doubtAfter(ended('discarded', outcomes), undefined)).toBeUndefined();
    expect(doubtAfter(ended('withdrawn', outcomes), both)).toBe(both);
  }
});

it('a doubt is about the key if this change or an earlier one had a key', () => {
  expect(doubtAfter(ended('discarded', [lost], 'k'), undefined)?.about).toEqual(['values', 'key']);
  expect(doubtAfter(ended('discarded', [lost]), both)?.about).toEqual(['values', 'key']);
  expect(doubtAfter(ended('discarded', [lost]), values)?.about).toEqual(['values']);
});

it('a doubt ends with a sent change, except about a key that the change did not include', () => {
  expect(doubtAfter(ended('sent', [lost, answered(200)]), values)).toBeUndefined();
  expect(doubtAfter(ended('sent', [answered(200)], 'k'), both)).toBeUndefined();
  expect(doubtAfter(ended('sent', [answered(200)]), both)).toEqual({ ...both, about: ['key'] });
});
