// The pure core of the outbox: the effect of each event on a change.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attemptCount,
  type Change,
  type ChangeResult,
  isNotFound,
  isRecordedBySeller,
  mayDecide,
  mayHaveArrived,
  mayHaveHappened,
  type Payload,
  wasLost,
  withAttempt,
} from '../../src/main/outbox/change.ts';
import {
  afterRestart,
  BACKOFF_BASE_MS,
  BACKOFF_CAP_MS,
  backoffMs,
  blocked,
  departing,
  done,
  due,
  type Ended,
  edited,
  ended,
  heldBack,
  MAX_TRIES,
  RETRY_AFTER_CAP_MS,
  reset,
  unblocked,
} from '../../src/main/outbox/policy.ts';
import { changeKindSchema, isRepeatable } from '../../src/shared/change.ts';
import {
  answered,
  buildChange,
  chances,
  kinds,
  lost,
  neverLeft,
  outcomes,
  PAYLOADS,
  states,
} from '../support/outbox-changes.ts';

const AT = 1_000_000;
const request = (outcome: Ended['outcome'], change: Partial<Ended> = {}): Ended => ({
  ...{ startedAt: AT - 40, at: AT, result: null, random: 0.5, pausedUntil: null, failuresAtStart: 0 },
  outcome,
  ...change,
});
const KINDS = changeKindSchema.options;
const STATES = ['waiting', 'ready', 'sending', 'retrying', 'needs-review', 'rejected', 'done'] as const;
const CREATES = ['product.create', 'link.create'] as const;
const REPEATABLES = ['product.update', 'link.delete', 'settings.update'] as const;
const RESULT = { kind: 'accepted', answer: '', note: null } as const;
const attempted = (kind: (typeof KINDS)[number], outcome: Ended['outcome'], change: Partial<Ended> = {}) =>
  ended(buildChange(kind), request(outcome, change));
const again = (change: Change): Change => ({ ...change, state: 'sending' });

test('backoff is full jitter: between zero and the doubled delay, at most five minutes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), chances(), (failures, random) => {
      const wait = backoffMs(failures, random);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (failures - 1)));
    }),
  );
  expect([0, 0.5, 0.999_999].map((random) => backoffMs(1, random))).toEqual([0, 500, 1_000]);
  expect([0, 0.5, 0.999_999].map((random) => backoffMs(20, random))).toEqual([0, 150_000, 300_000]);
});

describe('a finished attempt', () => {
  test('is recorded with its time and outcome, and never has a negative duration', () => {
    fc.assert(
      fc.property(kinds(), outcomes(), chances(), (kind, outcome, random) => {
        const { attempts } = attempted(kind, outcome, { random });
        expect(attempts).toMatchObject([{ at: AT - 40, tookMs: 40, outcome: { kind: outcome.kind } }]);
      }),
    );
    expect(attempted('link.create', lost, { startedAt: AT + 99 }).attempts[0]?.tookMs).toBe(0);
  });

  test('never makes a create ready again, unless the service clearly did not accept it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CREATES), outcomes(), chances(), (kind, outcome, random) => {
        const { state, attempts } = attempted(kind, outcome, { random });
        const notTaken =
          outcome.kind === 'never-left' ||
          (outcome.kind === 'answered' &&
            ([401, 408, 425, 429].includes(outcome.status) ||
              (outcome.status === 503 && outcome.retryAfterMs !== null)));
        expect(state === 'ready' || state === 'retrying').toBe(notTaken);
        if (state === 'rejected') expect(attempts.some(mayHaveArrived)).toBe(false);
        if (attempts.some(mayHaveArrived)) expect(['needs-review', 'done']).toContain(state);
      }),
    );
  });

  test('leaves a repeatable change in doubt only if a link to delete is not found', () => {
    fc.assert(
      fc.property(fc.constantFrom(...REPEATABLES), outcomes(), chances(), (kind, outcome, random) => {
        const isGone = outcome.kind === 'answered' && (outcome.status === 404 || outcome.status === 410);
        const { state } = attempted(kind, outcome, { random });
        expect(state === 'needs-review').toBe(kind === 'link.delete' && isGone);
      }),
    );
  });

  test('completes a repeatable change with a note if the answer is not understood', () => {
    const saved = { state: 'done', ending: 'sent', result: { note: 'unknown-answer' } };
    for (const kind of REPEATABLES)
      expect(attempted(kind, answered(200, { body: '["cut', truncated: true }))).toMatchObject(saved);
  });

  test('is retried when a busy service asks, within an hour at most, and does not count as a try', () => {
    const wait = fc.nat(2 * RETRY_AFTER_CAP_MS);
    fc.assert(
      fc.property(kinds(), wait, chances(), fc.constantFrom(429, 503), (kind, retryAfterMs, random, status) => {
        const next = attempted(kind, answered(status, { retryAfterMs }), { random });
        expect(next).toMatchObject({ state: 'retrying', tries: 0, unreached: false });
        expect((next.nextAttemptAt ?? 0) - AT).toBe(Math.min(retryAfterMs, RETRY_AFTER_CAP_MS));
      }),
    );
  });

  test('is retried no earlier than the next probe of a paused store', () => {
    fc.assert(
      fc.property(kinds(), outcomes(), chances(), fc.nat(400_000), (kind, outcome, random, pauseMs) => {
        const next = attempted(kind, outcome, { random, pausedUntil: AT + pauseMs });
        if (next.state === 'retrying') expect(next.nextAttemptAt).toBeGreaterThanOrEqual(AT + pauseMs);
      }),
    );
  });

  test.each([
    ['408 (create)', 'link.create', answered(408, { body: 'the last word' })],
    ['425 (create)', 'link.create', answered(425, { body: 'the last word' })],
    ['500 (deletion)', 'link.delete', answered(500, { body: 'the last word' })],
    ['a lost answer (deletion)', 'link.delete', lost],
  ] as const)('rejects the change if it is the tenth that ended in %s', (_, kind, outcome) => {
    let change = buildChange(kind);
    for (let tries = 1; tries < MAX_TRIES; tries += 1) {
      change = ended(change, request(outcome));
      expect(change).toMatchObject({ state: 'retrying', tries });
      change = departing(due(change));
    }
    const last = ended(change, request(outcome));
    const answer = outcome.kind === 'answered' ? outcome.body : null;
    expect(last).toMatchObject({ state: 'rejected', reason: 'gave-up', tries: 10, answer });
    expect(last.attempts).toHaveLength(10);
  });

  test.each([
    ['429', answered(429)],
    ['429 with a time', answered(429, { retryAfterMs: 1_000 })],
    ['503 with a time', answered(503, { retryAfterMs: 1_000 })],
    ['503', answered(503)],
    ['a web page, as a probe', answered(200, { body: '<p>Sign in</p>' })],
    ['500, as a probe', answered(500)],
    ['a lost answer, as a probe', lost],
    ['a block page, as a probe', answered(403, { body: '<html>' })],
  ])('never rejects the change because of %s, and few attempts are stored', (_, outcome) => {
    let change = buildChange('link.delete', { tries: MAX_TRIES - 1 });
    const probe = { pausedUntil: AT + 1, failuresAtStart: 1 };
    for (let tries = 0; tries < 500; tries += 1) change = again(ended(change, request(outcome, probe)));
    expect([change.tries, attemptCount(change)]).toEqual([MAX_TRIES - 1, 500]);
    expect(change.attempts.length).toBeLessThan(20);
  });

  test('that never left does not count as a try; nor does a 401, which queues the change again', () => {
    fc.assert(
      fc.property(kinds(), fc.nat(400_000), chances(), (kind, pauseMs, random) => {
        const change = buildChange(kind, { tries: MAX_TRIES - 1 });
        const next = ended(change, request(neverLeft, { pausedUntil: AT + pauseMs, random }));
        expect(next).toMatchObject({ state: 'retrying', unreached: true, tries: MAX_TRIES - 1 });
        expect(next.nextAttemptAt).toBe(AT + pauseMs);
        const signedOut = ended(change, request(answered(401)));
        expect(signedOut).toMatchObject({ state: 'ready', tries: MAX_TRIES - 1, nextAttemptAt: null, reason: null });
      }),
    );
  });

  test('is stored if it is among the last few, or if a decision depends on it', () => {
    fc.assert(
      fc.property(kinds(), fc.array(outcomes(), { minLength: 1, maxLength: 60 }), (kind, all) => {
        const tried = all.map((outcome, at) => ({ at, tookMs: 0, outcome }));
        const kept = tried.reduce(withAttempt, buildChange(kind));
        expect(attemptCount(kept)).toBe(all.length);
        expect(kept.attempts.length).toBeLessThanOrEqual(14);
        expect(kept.attempts.filter(({ outcome }) => outcome.kind === 'never-left').length).toBeLessThanOrEqual(3);
        expect(kept.attempts.at(-1)).toEqual(tried.at(-1));
        const isGone = kind === 'link.delete' && tried.some(isNotFound);
        expect(mayHaveHappened(kept)).toBe(isGone || tried.some(mayHaveArrived));
        expect(wasLost(kept)).toBe(all.some((outcome) => outcome.kind === 'lost'));
        expect(kept.attempts.map(({ at }) => at)).toEqual(kept.attempts.map(({ at }) => at).sort((a, b) => a - b));
      }),
      // Random data rarely has a deletion of a link that is not found.
      { examples: [['link.delete', [answered(404)]]] },
    );
  });

  test.each([404, 410])('puts a deletion in doubt on a %i, unless an earlier answer was lost', (status) => {
    const doubt = { state: 'needs-review', reason: 'not-found', result: null };
    expect(attempted('link.delete', answered(status))).toMatchObject(doubt);
    expect(attempted('link.delete', answered(status, { body: '<p>' }), { pausedUntil: AT })).toMatchObject(doubt);
    const retried = (outcome: Ended['outcome']) =>
      ended(again(attempted('link.delete', outcome)), request(answered(status)));
    expect(retried(lost)).toMatchObject({ state: 'done', ending: 'sent' });
    for (const outcome of [answered(502), answered(503), answered(200, { body: '<p>' }), answered(429), neverLeft]) {
      expect(retried(outcome)).toMatchObject(doubt);
    }
    for (const kind of KINDS.filter((one) => one !== 'link.delete')) {
      expect(attempted(kind, answered(status))).toMatchObject({ state: 'rejected', reason: 'refused' });
    }
  });

  test('truncates a long response: 2,000 characters with the attempt, 8 kB with the change', () => {
    const next = attempted('link.create', answered(422, { body: 'x'.repeat(100_000) }));
    expect(next.answer).toHaveLength(8 * 1024);
    expect(next.attempts[0]?.outcome).toMatchObject({ body: 'x'.repeat(2_000), truncated: true });
  });
});

test('a restart puts interrupted creates in doubt, queues others again, and leaves the rest unchanged', () => {
  for (const kind of KINDS) {
    const next = afterRestart(buildChange(kind));
    expect(next.state).toBe(isRepeatable(kind) ? 'ready' : 'needs-review');
    expect(next.attempts.at(-1)?.outcome).toMatchObject({ kind: 'lost', cause: 'app-closed' });
  }
  fc.assert(
    fc.property(kinds(), states(), (kind, state) => {
      fc.pre(state !== 'sending');
      const before = buildChange(kind, { state, nextAttemptAt: state === 'retrying' ? AT + 9_000 : null });
      expect(afterRestart(before)).toBe(before);
    }),
  );
});

test('each move applies to one state only, and only a ready change can be sent', () => {
  for (const [move, from, to] of [
    [blocked, 'ready', 'waiting'],
    [unblocked, 'waiting', 'ready'],
    [due, 'retrying', 'ready'],
    [heldBack, 'sending', 'ready'],
    [departing, 'ready', 'sending'],
  ] as const) {
    for (const state of STATES) {
      const before = buildChange('link.create', { state });
      const act = () => move(before);
      if (state === from) expect(act()).toMatchObject({ state: to });
      else if (move === departing) expect(act).toThrow();
      else expect(act()).toBe(before);
    }
  }
});

describe('decisions of the seller', () => {
  test('"Mark as sent" completes a change, which stays distinct from one that the service confirmed', () => {
    const results: Record<Payload['kind'], ChangeResult> = {
      'product.create': { kind: 'product', serverId: 1, answer: '{"id":1}' },
      'link.create': { kind: 'link', paymentLink: 'https://c.example/s/1?uuid=1', answer: '{}' },
      'product.update': RESULT,
      'link.delete': RESULT,
      'settings.update': RESULT,
    };
    for (const kind of KINDS) {
      const doubt = buildChange(kind, { state: 'needs-review', reason: 'damaged' });
      const result = { ...results[kind], answer: '' };
      const marked = done(doubt, AT, 'sent', result);
      expect(marked).toMatchObject({ state: 'done', ending: 'sent', endedAt: AT, result });
      expect(isRecordedBySeller(marked)).toBe(true);
      const sending = departing(reset(doubt));
      expect(isRecordedBySeller(ended(sending, request(answered(204), { result: results[kind] })))).toBe(false);
      expect(isRecordedBySeller(done(doubt, AT, 'discarded'))).toBe(false);
    }
  });

  test('a change rejected on this computer is not sent again, and a change being sent is not discarded', () => {
    for (const reason of ['refused', 'key-lost', 'no-address'] as const) {
      const rejected = buildChange('settings.update', { state: 'rejected', reason });
      expect(mayDecide.sendAgain(rejected)).toBe(reason === 'refused');
      expect([mayDecide.discard(rejected), mayDecide.discard(again(rejected))]).toEqual([true, false]);
    }
  });

  test('editing updates an unsent change, sends a rejected one again, and affects no other', () => {
    const { 'product.create': old } = PAYLOADS;
    const payload = { ...old, fields: { ...old.fields, productTitle: 'New' } };
    for (const state of STATES) {
      const before = buildChange('product.create', { state, tries: 3 });
      const next = edited(before, payload);
      if (['waiting', 'ready', 'retrying'].includes(state)) expect(next).toEqual({ ...before, payload });
      else if (state === 'rejected') expect(next).toMatchObject({ state: 'ready', tries: 0, reason: null, payload });
      else expect(next).toBe(before);
    }
  });
});
