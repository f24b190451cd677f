// The texts of changes and outcomes: every kind, state and reason has its own plain sentence.
import { describe, expect, it } from 'vitest';
import type { LostCause, NeverLeftCause, Outcome } from '../../src/main/service/outcome.ts';
import { actionBrief, actionTitle, formatPrices } from '../../src/main/sync/action-title.ts';
import { discardMeans } from '../../src/main/sync/doubt-words.ts';
import type { Action, Payload } from '../../src/main/sync/outbox/action.ts';
import { transition } from '../../src/main/sync/outbox/policy.ts';
import {
  attemptDetail,
  describeAttempt,
  describeOutcome,
  describeRefusal,
  explain,
} from '../../src/main/sync/wording.ts';
import type { Pause } from '../../src/shared/status.ts';
import { answered as answeredWith, buildAction } from '../support/outbox-actions.ts';

const CURRENCIES = [
  { id: 2, name: 'USD' },
  { id: 3, name: 'EUR' },
];
const prices = [
  { currencyId: 2, priceCents: 10_055, discountCents: 8_000 },
  { currencyId: 3, priceCents: 9_000, discountCents: null },
];
const metadata = ['order 1042', 'customer Ana', 'size L', 'colour red'].map((pair) => {
  const [key = '', value = ''] = pair.split(' ');
  return { key, value };
});
const create: Payload = { kind: 'link.create', productId: 'p', draft: { prices, useOnce: false, metadata } };

const change = (changed: Partial<Action>, last?: Outcome): Action =>
  buildAction('link.create', {
    state: 'ready',
    payload: create,
    attempts: last ? [{ at: 1, tookMs: 2, outcome: last }] : [],
    ...changed,
  });
const answered = (status: number, body = ''): Outcome => answeredWith(status, { body });
const lost = (cause: LostCause): Outcome => ({ kind: 'lost', cause, detail: 'why', status: null });
const neverLeft = (cause: NeverLeftCause): Outcome => ({ kind: 'never-left', cause, detail: 'why' });
const ONLINE = { signedIn: true, workOffline: false, offline: false, pause: null };
const paused = (trouble: Pause['trouble']) => ({
  ...ONLINE,
  offline: trouble === 'unreachable',
  pause: { trouble, until: 5, isNamed: false },
});
const explained = (changed: Partial<Action>, last?: Outcome) => explain(change(changed, last), ONLINE);

describe('the text of prices', () => {
  it('shows a discount beside the regular price', () => {
    expect(formatPrices(prices, CURRENCIES)).toBe('$80.00 instead of $100.55, €90.00');
  });
});

describe('the title of a change', () => {
  const title = (payload: Payload, link: Parameters<typeof actionTitle>[2] = null) =>
    actionTitle(change({ payload }), 'Coaching hour', link, CURRENCIES);

  it.each<[Payload, string]>([
    [
      { kind: 'product.create', fields: { buttonTitle: 'B', productTitle: 'Logo', productDescription: 'D' } },
      'Create product "Logo"',
    ],
    [{ kind: 'product.update', prices }, 'Set default price of "Coaching hour" to $80.00 instead of $100.55, €90.00'],
    [
      create,
      'Create payment link for "Coaching hour", $80.00 instead of $100.55, €90.00, order 1042, customer Ana, size L',
    ],
    [{ kind: 'link.delete', productId: 'p' }, 'Delete payment link for "Coaching hour"'],
    [
      { kind: 'settings.update', url: 'https://o.example', isOn: true, keyRef: 'webhook-key-1' },
      'Save webhook https://o.example, on, with a key',
    ],
    [
      { kind: 'settings.update', url: 'https://o.example', isOn: false, keyRef: null },
      'Save webhook https://o.example, off',
    ],
  ])('says what it does (%#)', (payload, words) => {
    expect(title(payload)).toBe(words);
  });

  it('names the deleted link if it is known', () => {
    const link = { prices: prices.slice(1), metadata: metadata.slice(0, 1) };
    expect(title({ kind: 'link.delete', productId: 'p' }, link)).toBe(
      'Delete payment link for "Coaching hour", €90.00, order 1042',
    );
    const unvalued = { ...link, metadata: [{ key: 'constructor', value: '' }, ...link.metadata] };
    expect(title({ kind: 'link.delete', productId: 'p' }, unvalued)).toBe(
      'Delete payment link for "Coaching hour", €90.00, constructor, order 1042',
    );
  });
});

describe('a change in a narrow row', () => {
  it.each<[Payload, { readonly name: string; readonly facts: string }]>([
    [
      { kind: 'product.create', fields: { buttonTitle: 'B', productTitle: 'Logo', productDescription: 'D' } },
      { name: 'Logo', facts: '' },
    ],
    [
      { kind: 'product.update', prices },
      { name: 'Coaching hour', facts: '$80.00, €90.00' },
    ],
    [create, { name: 'Coaching hour', facts: '$80.00, €90.00, 1042, Ana, L' }],
    [
      { kind: 'link.delete', productId: 'p' },
      { name: 'Coaching hour', facts: '€90.00, constructor, 1042' },
    ],
    [
      { kind: 'settings.update', url: 'https://o.example', isOn: true, keyRef: null },
      { name: 'https://o.example', facts: '' },
    ],
  ])('shows the price and the metadata values (%#)', (payload, brief) => {
    const link = { prices: prices.slice(1), metadata: [{ key: 'constructor', value: '' }, ...metadata.slice(0, 1)] };
    expect(actionBrief(change({ payload }), 'Coaching hour', link, CURRENCIES)).toEqual(brief);
  });
});

describe('the text of an attempt', () => {
  it.each<[Outcome, string]>([
    [neverLeft('name-not-found'), 'Not sent: the name of the service was not found'],
    [neverLeft('refused'), 'Not sent: the service does not take connections'],
    [neverLeft('no-route'), 'Not sent: there is no way to the service from this network'],
    [neverLeft('connect-timeout'), 'Not sent: the service did not pick up in time'],
    [neverLeft('tls-refused'), 'Not sent: no secure connection could be made'],
    [neverLeft('proxy-refused'), 'Not sent: the proxy did not let it through (why)'],
    [neverLeft('not-connected'), 'Not sent: no connection could be made'],
    [lost('reset'), 'Sent, connection lost'],
    [
      { kind: 'lost', cause: 'reset', detail: 'other side closed (UND_ERR_SOCKET)', status: null },
      'Sent, connection lost (the service closed it)',
    ],
    [lost('timeout'), 'Sent, no answer in time'],
    [lost('cut-off'), 'Sent, the answer broke off'],
    [lost('not-http'), 'Sent, the answer could not be read'],
    [lost('app-closed'), 'Sent or about to be, when the app was closed'],
    [answered(200, '{"message":"fine"}'), 'Answered 200'],
    [answered(422, '{"message":"The price is wrong"}'), 'Answered 422: The price is wrong'],
    [answered(502, '<html>'), 'Answered 502'],
  ])('%j', (outcome, words) => {
    expect(describeAttempt(outcome)).toBe(words);
    // In general the system's error means nothing to a seller, but for a proxy it says what to fix.
    const helps = outcome.kind === 'never-left' && outcome.cause === 'proxy-refused';
    expect(describeOutcome(outcome)).toBe(helps ? words : words.replace(/ \(the service closed it\)$/, ''));
  });

  it('has the system’s error apart, for support', () => {
    const detail = 'connect ECONNREFUSED 127.0.0.1:9';
    expect(attemptDetail({ kind: 'never-left', cause: 'refused', detail })).toBe(detail);
    expect(attemptDetail(lost('reset'))).toBe('why');
    expect([neverLeft('proxy-refused'), lost('app-closed'), answered(502)].map(attemptDetail)).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('the text of a rejection', () => {
  it('has the service’s message, or its status', () => {
    expect(describeRefusal(422, '{"error":"invalid price"}')).toBe('invalid price (422)');
    expect(describeRefusal(403, '<html>')).toBe('The service answered 403.');
  });

  it.each([
    [422, '{"message":"Refused."}'],
    [422, '{"message":"Unprocessable Entity"}'],
    [403, '{"error":"forbidden"}'],
    [400, '{"message":"Bad Request"}'],
    [422, '{"message":"Error"}'],
    [422, '{}'],
  ])('is not repeated if the service only returns its status (%d %s)', (status, body) => {
    const said = explained({ state: 'rejected', reason: 'refused' }, answered(status, body));
    expect(said).toBe(`The service refused this (${status}).`);
    expect(describeRefusal(status, body)).toBe(`The service answered ${status}.`);
  });

  it('names the fields that the service refused', () => {
    const body = '{"message":"The given data was invalid.","errors":{"product_title":["The title is taken."]}}';
    const said = explained({ state: 'rejected', reason: 'refused', answer: body }, answered(422, body));
    expect(said).toContain('The given data was invalid. (422) ');
    expect(said).toContain('The title is taken.');
  });
});

describe('the state of a change', () => {
  it('names what it waits for, and whether that needs the seller', () => {
    const waiting = change({ state: 'waiting' });
    expect(explain(waiting, ONLINE)).toBe('Waiting for another change.');
    expect(explain(waiting, ONLINE, { blocker: { title: 'Create product "Logo"', stuck: false } })).toBe(
      'Waiting for "Create product "Logo"" to be sent first.',
    );
    expect(explain(waiting, ONLINE, { blocker: { title: 'Create product "Logo"', stuck: true } })).toBe(
      'Waiting for "Create product "Logo"", which needs your attention first.',
    );
  });

  it.each([
    [{ ...paused('busy'), workOffline: true }, 'Waiting because you work offline.'],
    [{ ...paused('busy'), signedIn: false }, 'Waiting for you to sign in.'],
    [{ ...paused('busy'), keyLocked: true }, 'Waiting until the key store is unlocked.'],
    [paused('unreachable'), 'Waiting until the service can be reached.'],
    [paused('busy'), 'Waiting because the service is busy.'],
    [paused('faulty'), 'Waiting because the service has a problem.'],
    [paused('silent'), 'Waiting because the service does not answer.'],
    [ONLINE, 'Next to be sent.'],
  ])('says why a ready one has not been sent (%j)', (status, words) => {
    expect(explain(change({ state: 'ready' }), status)).toBe(words);
  });

  it('says that it is being sent', () => {
    expect(explained({ state: 'sending' })).toBe('Being sent.');
  });

  it.each([
    [neverLeft('refused'), 'The service could not be reached'],
    [answered(503), 'The service is busy (503)'],
    [answered(502), 'The service had an error (502)'],
    [answered(200, '<p>Sign in</p>'), 'Something else than the service answered (200)'],
    [lost('reset'), 'The connection was lost. This change can be repeated safely'],
  ])('says that it is being retried and why (%j)', (last, words) => {
    expect(explained({ state: 'retrying' }, last)).toContain(words);
    expect(explained({ state: 'retrying' }, last)).toMatch(/We will retry|is tried again/);
  });

  it.each<[Action['reason'], Outcome, string]>([
    ['answer-lost', lost('reset'), 'The connection broke before the service answered.'],
    ['answer-lost', lost('timeout'), 'The service did not answer in time.'],
    ['answer-lost', lost('app-closed'), 'The app was closed while this was being sent.'],
    ['server-error', answered(500), 'The service answered with a server error (500).'],
    ['server-error', answered(503), 'The service was busy (503) and did not say whether it took the change.'],
    ['see-other', answered(303), 'The service redirected to another address (303). That is the usual answer'],
    ['not-understood', answered(200, '{}'), 'its answer does not say what was created'],
    ['not-understood', answered(200, '<p>Sign in</p>'), 'Something else than the service may have answered (200)'],
  ])('says clearly that it may exist already (%s)', (reason, last, words) => {
    const text = explained({ state: 'needs-review', reason }, last);
    expect(text).toContain(words);
    expect(text).toContain('It may exist already.');
  });

  it.each<[Partial<Action>, Outcome | undefined, string]>([
    [{ reason: 'refused' }, answered(422, '{"message":"no"}'), 'The service refused this: no (422)'],
    [
      { reason: 'redirected', answer: 'https://x.example' },
      answered(302),
      'redirected to another address (https://x.example). Check the service address.',
    ],
    [{ reason: 'gave-up', tries: 10 }, answered(503), 'Gave up after 10 tries. The last one: Answered 503.'],
    [{ reason: 'key-lost' }, undefined, 'Enter it again or generate a new one.'],
    [{ reason: 'no-address' }, undefined, 'does not tell which product or link is meant'],
  ])('says why it was rejected (%#)', (changed, last, words) => {
    expect(explained({ ...changed, state: 'rejected' }, last)).toContain(words);
  });

  it.each([lost('reset'), answered(200, 'odd'), answered(502), answered(503), answered(303)])(
    'does not claim that a discarded change was not sent when it may have been (%#)',
    (last) => {
      expect(explained({ ending: 'discarded', state: 'done' }, last)).toBe(
        'Discarded by you; it may exist on the service.',
      );
    },
  );

  it.each([neverLeft('refused'), answered(422), answered(429), answeredWith(503, { retryAfterMs: 1_000 })])(
    'says that a discarded change was not sent when the service has not taken it (%#)',
    (last) => {
      expect(explained({ ending: 'discarded', state: 'done' }, last)).toBe('Discarded by you; not sent.');
    },
  );

  it.each<[Partial<Action>, string]>([
    [{ ending: 'sent' }, 'Saved on the service.'],
    [{ ending: 'discarded' }, 'Discarded by you; not sent.'],
    [{ ending: 'withdrawn' }, 'Withdrawn before it was sent.'],
    [
      { ending: 'sent', result: { kind: 'accepted', answer: '', note: 'It was already gone.' } },
      'It was already gone.',
    ],
    [{ ending: 'sent', result: { kind: 'product', serverId: 118, answer: '{"id":118}' } }, 'Saved on the service.'],
    [{ ending: 'sent', result: { kind: 'product', serverId: 118, answer: '' } }, 'Recorded by you: product id 118'],
    [
      { ending: 'sent', result: { kind: 'link', paymentLink: 'https://c.example/s/1?uuid=1', answer: '' } },
      'Recorded by you: https://c.example/s/1?uuid=1',
    ],
    [
      { ending: 'sent', reason: 'not-found', result: { kind: 'accepted', answer: '', note: 'marked-as-sent' } },
      'Recorded by you.',
    ],
    // As in the first versions.
    [{ ending: 'sent', reason: 'not-found', result: { kind: 'accepted', answer: '', note: null } }, 'Recorded by you.'],
  ])('says how it ended (%#)', (changed, words) => {
    expect(explained({ ...changed, state: 'done' })).toBe(words);
  });
});

describe('a change that may have been carried out', () => {
  const tried = (kind: Payload['kind'], changed: Partial<Action>, ...outcomes: Outcome[]): Action =>
    buildAction(kind, { ...changed, attempts: outcomes.map((outcome) => ({ at: 1, tookMs: 2, outcome })) });

  it.each<[Payload['kind'], string, string]>([
    ['product.update', 'It may be on the service already', 'Discarded by you; it may be on the service.'],
    ['settings.update', 'It may be on the service already', 'Discarded by you; it may be on the service.'],
    [
      'link.delete',
      'The deletion may have been carried out on the service already',
      'Discarded by you; the deletion may have been carried out on the service.',
    ],
  ])('is described so in every state (%s)', (kind, doubt, ending) => {
    const said = (changed: Partial<Action>, ...outcomes: Outcome[]) =>
      explain(tried(kind, changed, ...outcomes), ONLINE);
    const why = `${doubt}: an answer was lost.`;
    expect(said({ state: 'retrying' }, lost('reset'))).toContain(why);
    expect(said({ state: 'retrying' }, lost('reset'), neverLeft('refused'))).toContain(why);
    expect(said({ state: 'ready' }, lost('reset'))).toContain(why);
    // A later rejection says nothing about an earlier attempt, or about values that were replaced since.
    expect(said({ state: 'rejected', reason: 'refused' }, lost('reset'), answered(422, '{"message":"no"}'))).toBe(
      `The service refused this: no (422). ${why}`,
    );
    expect(said({ state: 'rejected', reason: 'gave-up', tries: 10 }, answered(500))).toContain(
      `${doubt}: the service answered a try with a server error (500).`,
    );
    expect(said({ state: 'done', ending: 'discarded' }, lost('reset'))).toBe(ending);
    expect(discardMeans(tried(kind, { state: 'retrying' }, lost('reset')), [])).toContain(
      `${why} Discarding does not take it back`,
    );
  });

  it('names what puts it in doubt', () => {
    const means = (changed: Partial<Action>, ...outcomes: Outcome[]) =>
      discardMeans(tried('link.create', changed, ...outcomes), []);
    expect(means({}, lost('app-closed'))).toContain('It may exist on the service already: the app was closed');
    expect(means({}, answered(200, 'odd'))).toContain('could not be understood');
    expect(means({ restoredFrom: 5 })).toContain('the app that its backup was made with');
    expect(means({ state: 'needs-review', reason: 'damaged' })).toContain('a damaged file');
  });

  it('says that a link which was not found may still sell', () => {
    const notFound = tried('link.delete', { state: 'needs-review', reason: 'not-found' }, answered(404));
    expect(explain(notFound, ONLINE)).toMatch(/did not find this link \(404\).*still sells/);
    expect(discardMeans(notFound, [])).toContain('the service did not find it at a try (404)');
    const payload = { kind: 'link.delete', productId: 'p', replacedBy: 'l' } as const;
    expect(explain({ ...notFound, payload }, ONLINE)).toContain('the old one may still work too');
    expect(explain({ ...notFound, state: 'done', ending: 'discarded' }, ONLINE)).toBe(
      'Discarded by you; the deletion may have been carried out on the service.',
    );
  });

  it('counts what a discard includes', () => {
    const waiting = tried('settings.update', { state: 'ready' });
    expect(discardMeans(waiting, [])).toBe('It is not sent. History keeps a note of it.');
    expect(discardMeans(waiting, [tried('link.delete', {}, lost('reset'))])).toContain('The deletion may have been');
    expect(discardMeans(tried('settings.update', { state: 'rejected' }, answered(422)), [])).not.toContain('may');
  });

  it('is not described as unsent if its key is lost', () => {
    const keyLost = (...outcomes: Outcome[]) =>
      explain(tried('settings.update', { state: 'rejected', reason: 'key-lost' }, ...outcomes), ONLINE);
    expect(keyLost(lost('app-closed'))).toMatch(/^It may be on the service already, but cannot be sent again: its ver/);
    expect(keyLost(neverLeft('refused'))).toMatch(/^It was not sent: its verification key/);
  });

  it('does not say that a replaced link still works', () => {
    const replaced = (...outcomes: Outcome[]) =>
      explain(
        tried(
          'link.delete',
          {
            state: 'rejected',
            reason: 'refused',
            payload: { kind: 'link.delete', productId: 'p', replacedBy: 'n' },
          },
          ...outcomes,
        ),
        ONLINE,
      );
    expect(replaced(answered(422))).toContain('the old one still works too');
    expect(replaced(lost('reset'), answered(422))).toContain('the old one may still work too');
  });
});

describe('the headline of a long response', () => {
  it('is read from all of it before it is truncated', () => {
    const body = JSON.stringify({ message: 'The price is higher than this plan allows.', errors: 'x'.repeat(4_200) });
    const outcome = answered(422, body);
    const happening = {
      kind: 'ended',
      startedAt: 1,
      at: 2,
      outcome,
      result: null,
      random: 0,
      pausedUntil: null,
      isProbe: false,
    } as const;
    const refused = transition(change({ state: 'sending' }), happening);
    expect(explain(refused, ONLINE)).toBe('The service refused this: The price is higher than this plan allows. (422)');
    const last = refused.attempts[0]?.outcome;
    expect(last && describeAttempt(last)).toBe('Answered 422: The price is higher than this plan allows.');
  });
});
