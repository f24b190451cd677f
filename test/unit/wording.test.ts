// What the texts of a change claim: that it may exist only if it may, that it was not sent only if it was not.
import { describe, expect, it } from 'vitest';
import type { LostCause, NeverLeftCause, Outcome } from '../../src/main/service/outcome.ts';
import { actionTitle, formatPrices } from '../../src/main/sync/action-title.ts';
import { discardMeans } from '../../src/main/sync/doubt-words.ts';
import type { Action, Payload } from '../../src/main/sync/outbox/action.ts';
import { attemptDetail, describeAttempt, describeRefusal, explain } from '../../src/main/sync/wording.ts';
import type { Pause } from '../../src/shared/status.ts';
import { answered as answeredWith, buildAction } from '../support/outbox-actions.ts';

const CURRENCIES = [{ id: 2, name: 'USD' }];
const prices = [{ currencyId: 2, priceCents: 10_055, discountCents: 8_000 }];
const ONLINE = { signedIn: true, workOffline: false, offline: false, pause: null };

const answered = (status: number, body = ''): Outcome => answeredWith(status, { body });
const lost = (cause: LostCause): Outcome => ({ kind: 'lost', cause, detail: 'why', status: null });
const neverLeft = (cause: NeverLeftCause): Outcome => ({ kind: 'never-left', cause, detail: 'why' });

const tried = (kind: Payload['kind'], changed: Partial<Action>, ...outcomes: Outcome[]): Action =>
  buildAction(kind, { ...changed, attempts: outcomes.map((outcome) => ({ at: 1, tookMs: 2, outcome })) });
const said = (kind: Payload['kind'], changed: Partial<Action>, ...outcomes: Outcome[]) =>
  explain(tried(kind, changed, ...outcomes), ONLINE);

const MAY_BE_THERE = [
  lost('reset'),
  lost('timeout'),
  lost('cut-off'),
  lost('not-http'),
  lost('app-closed'),
  answered(200, 'odd'),
  answered(500),
  answered(502),
  answered(503),
  answered(303),
];
const NOT_THERE = [
  ...(['name-not-found', 'refused', 'no-route', 'connect-timeout', 'tls-refused', 'not-connected'] as const).map(
    neverLeft,
  ),
  answered(422),
  answered(429),
  answeredWith(503, { retryAfterMs: 1_000 }),
];

describe('a create', () => {
  it('in doubt always says that it may exist', () => {
    for (const reason of ['answer-lost', 'server-error', 'see-other', 'not-understood'] as const)
      for (const outcome of MAY_BE_THERE)
        expect(said('link.create', { state: 'needs-review', reason }, outcome)).toContain('It may exist already.');
  });

  it('that was discarded says "not sent" only if no try may have arrived', () => {
    const discarded = { state: 'done', ending: 'discarded' } as const;
    for (const outcome of MAY_BE_THERE) expect(said('link.create', discarded, outcome)).toMatch(/may exist/);
    for (const outcome of NOT_THERE) expect(said('link.create', discarded, outcome)).toMatch(/not sent/);
    expect(said('link.create', discarded)).toMatch(/not sent/);
    expect(said('link.create', discarded, lost('reset'), neverLeft('refused'))).toMatch(/may exist/);
  });
});

describe('a change that can be repeated', () => {
  it('stays in doubt in every state after a lost answer', () => {
    for (const kind of ['product.update', 'settings.update', 'link.delete'] as const) {
      const may = /may (be on the service|have been carried out)/;
      for (const state of ['retrying', 'ready'] as const) {
        expect(said(kind, { state }, lost('reset'))).toMatch(may);
        expect(said(kind, { state }, lost('reset'), neverLeft('refused'))).toMatch(may);
      }
      expect(said(kind, { state: 'rejected', reason: 'refused' }, lost('reset'), answered(422))).toMatch(may);
      expect(said(kind, { state: 'done', ending: 'discarded' }, lost('reset'))).toMatch(may);
      expect(discardMeans(tried(kind, { state: 'retrying' }, lost('reset')), [])).toMatch(may);
      expect(discardMeans(tried(kind, { state: 'rejected' }, answered(422)), [])).not.toMatch(may);
    }
  });

  it('counts the doubts of what is discarded with it', () => {
    const waiting = tried('settings.update', { state: 'ready' });
    expect(discardMeans(waiting, [])).toMatch(/not sent/);
    expect(discardMeans(waiting, [tried('link.delete', {}, lost('reset'))])).toMatch(/may have been/);
  });
});

it('a deletion whose link was not found says that the link may still sell', () => {
  const deletion = tried('link.delete', { state: 'needs-review', reason: 'not-found' }, answered(404));
  expect(explain(deletion, ONLINE)).toMatch(/still sells/);
});

it('every reason that a change waits for has a text of its own', () => {
  const paused = (trouble: Pause['trouble']) => ({ ...ONLINE, pause: { trouble, until: 5, isNamed: false } });
  const texts = [
    ONLINE,
    { ...ONLINE, workOffline: true },
    { ...ONLINE, signedIn: false },
    { ...ONLINE, keyLocked: true },
    { ...paused('unreachable'), offline: true },
    paused('busy'),
    paused('faulty'),
    paused('silent'),
  ].map((status) => explain(tried('link.create', { state: 'ready' }), status));
  expect(new Set(texts).size).toBe(texts.length);
});

it('every outcome of a try has a text, and the system’s own words stay apart for support', () => {
  for (const outcome of [...MAY_BE_THERE, ...NOT_THERE]) expect(describeAttempt(outcome)).toMatch(/\S/);
  expect(attemptDetail(neverLeft('refused'))).toBe('why');
  expect(attemptDetail(answered(502))).toBeNull();
});

it('a refusal shows what the service said, but not a status repeated in words', () => {
  expect(describeRefusal(422, '{"error":"invalid price"}')).toContain('invalid price');
  for (const body of ['{"message":"Unprocessable Entity"}', '{"message":"Error"}', '{}', '<html>'])
    expect(describeRefusal(422, body)).not.toMatch(/Unprocessable|Error|html/);
});

it('the title of a change names product, price and the first metadata', () => {
  const draft = { prices, useOnce: false, metadata: [{ key: 'order', value: '1042' }] };
  const change = buildAction('link.create', { payload: { kind: 'link.create', productId: 'p', draft } });
  const title = actionTitle(change, 'Coaching hour', null, CURRENCIES);
  for (const part of ['Coaching hour', formatPrices(prices, CURRENCIES), 'order 1042']) expect(title).toContain(part);
});
