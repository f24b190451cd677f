// The outcome table of the outbox as rows: a fault of the service, and the expected result of the change.
import type { Trouble } from '../../src/main/outbox/availability.ts';
import type { Reason } from '../../src/main/outbox/change.ts';
import type { LostCause, NeverLeftCause } from '../../src/main/service/outcome.ts';
import type { ChangeKind } from '../../src/shared/change.ts';
import type { Fault, Moment } from './recording-service.ts';

export interface Expected {
  /** `ready`: it is queued again, and the store waits for a sign-in. */
  readonly state: 'ready' | 'retrying' | 'needs-review' | 'rejected' | 'done';
  readonly reason?: Reason;
  readonly unreached?: boolean;
  readonly tries?: number;
  readonly waitMs?: Range;
  /** The answer that the change keeps. */
  readonly keeps?: string | null;
  readonly note?: null;
  /** Why the store only probes meanwhile; omitted if it goes on sending. */
  readonly pause?: Trouble;
}

/** In ms. */
type Range = readonly [from: number, to: number];

/** The recorded attempt. */
export type Attempted =
  | { readonly kind: 'never-left'; readonly cause: NeverLeftCause }
  | { readonly kind: 'lost'; readonly cause: LostCause }
  | { readonly kind: 'answered'; readonly status: number };

export interface Row {
  readonly when: string;
  /** The wrong service address; the request never reaches the service. */
  readonly unreachable?: Extract<NeverLeftCause, 'refused' | 'tls-refused' | 'connect-timeout'>;
  readonly fault?: Fault;
  /** Whether the request took effect. */
  readonly applied: boolean;
  readonly attempt: Attempted;
  readonly creates: Expected;
  readonly repeatables: Expected;
  readonly only?: readonly ChangeKind[];
}

const AGAIN: Expected = { state: 'retrying', tries: 1, waitMs: [0, 1_000] };
const UNREACHED: Expected = { ...AGAIN, unreached: true, tries: 0, pause: 'unreachable' };
/** The service is busy: the whole store waits, and the attempt does not count. */
const busy = (waitMs: Range = [0, 1_000]): Expected => ({ ...AGAIN, tries: 0, waitMs, pause: 'busy' });
const FAULTY: Expected = { ...AGAIN, pause: 'faulty' };
const ANSWER_LOST: Expected = { state: 'needs-review', reason: 'answer-lost', keeps: null };
const DONE: Expected = { state: 'done', note: null };
/** A create, and two repeatable changes: 404 has a meaning for the deletion only. */
const EXAMPLES: readonly ChangeKind[] = ['link.create', 'link.delete', 'settings.update'];
const WITH_BODY: readonly ChangeKind[] = ['link.create', 'settings.update'];

const neverLeft = (
  [
    ['the connection is refused', 'refused'],
    ['no secure connection can be made', 'tls-refused'],
    ['the connection does not come about in time', 'connect-timeout'],
  ] as const
).map(
  ([when, cause]): Row => ({
    when,
    unreachable: cause,
    applied: false,
    attempt: { kind: 'never-left', cause },
    creates: UNREACHED,
    repeatables: UNREACHED,
  }),
);

const lost = (when: string, fault: Fault, cause: LostCause, applied = true): Row => ({
  when,
  fault,
  applied,
  attempt: { kind: 'lost', cause },
  creates: ANSWER_LOST,
  repeatables: AGAIN,
});
const moments: readonly Moment[] = ['after-acting', 'before-acting', 'before-reading'];
const leftWithoutAnswer: Row[] = [
  ...moments.map((when) =>
    lost(`the connection is reset ${when}`, { kind: 'reset', when }, 'reset', when === 'after-acting'),
  ),
  lost('no answer comes', { kind: 'hang', when: 'after-acting' }, 'timeout'),
  lost('the answer breaks off within its headers', { kind: 'cut', how: 'headers' }, 'reset'),
  // A DELETE response has no body that could break off.
  { ...lost("the answer's body breaks off", { kind: 'cut', how: 'length' }, 'cut-off'), only: WITH_BODY },
  lost('the answer is not HTTP', { kind: 'garbage' }, 'not-http'),
  lost('the answer drips without end', { kind: 'drip' }, 'timeout'),
];

const answered = (
  when: string,
  fault: Omit<Extract<Fault, { kind: 'answer' }>, 'kind'>,
  creates: Expected,
  repeatables: Expected,
  more: Partial<Row> = {},
): Row => ({
  when,
  fault: { kind: 'answer', ...fault },
  applied: fault.acts ?? (fault.status >= 200 && fault.status < 300),
  attempt: { kind: 'answered', status: fault.status },
  creates,
  repeatables,
  ...more,
});

const notUnderstood = (keeps: string) => ({ state: 'needs-review', reason: 'not-understood', keeps }) as const;
const odd = (when: string, body: string, only?: readonly ChangeKind[]): Row =>
  answered(`2xx with ${when}`, { status: 201, body }, notUnderstood(body), { state: 'done' }, only ? { only } : {});
const WEB_PAGE = '<!doctype html><title>Welcome</title>';
const understood: Row[] = [
  {
    when: '2xx as the document says',
    applied: true,
    attempt: { kind: 'answered', status: 0 },
    creates: DONE,
    repeatables: DONE,
  },
];
const twoHundreds: Row[] = [
  odd('an empty object', '{}'),
  odd('a link with an empty uuid', '{"payment_link":"https://checkout.example/s/1?uuid="}', ['link.create']),
  odd('a link with two uuids', '{"payment_link":"https://checkout.example/s/1?uuid=a&uuid=b"}', ['link.create']),
  answered(
    '2xx with a web page, as of a captive portal',
    { status: 200, body: WEB_PAGE, acts: false },
    { ...notUnderstood(WEB_PAGE), pause: 'faulty' },
    FAULTY,
  ),
];

const named = (status: number): Row => {
  const seconds7 = busy([7_000, 7_000]);
  return answered(`${status}, again after 7 s`, { status, headers: { 'retry-after': '7' } }, seconds7, seconds7);
};
const IN_DOUBT: Expected = { state: 'needs-review', reason: 'server-error', pause: 'busy' };
const busyAnswers = [
  named(429),
  named(503),
  answered('429', { status: 429, body: '{"message":"Slow down"}' }, busy(), busy()),
  // Gateways answer 503 after they have forwarded a request.
  answered('503, although it acted', { status: 503, acts: true }, IN_DOUBT, busy()),
];

const OOPS = '<h1>Oops</h1>';
const IN_DOUBT_BY_FAULT: Expected = { state: 'needs-review', reason: 'server-error', keeps: OOPS, pause: 'faulty' };

const no = (keeps: string): Expected => ({ state: 'rejected', reason: 'refused', keeps });
const REFUSAL = '{"message":"The prices are wrong","errors":{"prices":["Required"]}}';
const refusals = [
  answered('422', { status: 422, body: REFUSAL }, no(REFUSAL), no(REFUSAL)),
  answered('403', { status: 403, body: REFUSAL }, no(REFUSAL), no(REFUSAL)),
];
// The documented path is unusual (section 4.5), so the link may still sell.
const NOT_FOUND: Expected = { state: 'needs-review', reason: 'not-found', keeps: '{}' };
const gone = [
  answered("404 on a link's deletion", { status: 404, body: '{}' }, DONE, NOT_FOUND, { only: ['link.delete'] }),
  answered('404 on anything else', { status: 404, body: '{}' }, no('{}'), no('{}'), { only: WITH_BODY }),
];

const elsewhere: Expected = { state: 'rejected', reason: 'redirected', keeps: '@elsewhere' };
const mayExist: Expected = { state: 'needs-review', reason: 'see-other', keeps: '@elsewhere', pause: 'faulty' };
const redirects = (statuses: readonly number[], creates: Expected, acts: boolean): Row[] =>
  statuses.map((status) =>
    answered(`${status}`, { status, headers: { location: '@elsewhere' }, acts }, creates, elsewhere),
  );

export const TABLE: Readonly<Record<string, readonly Row[]>> = {
  'never left': neverLeft,
  'left, no complete answer': leftWithoutAnswer,
  '2xx and understood': understood,
  '2xx, not understood': twoHundreds,
  '401': [
    answered(
      '401',
      { status: 401, body: '{"message":"Unauthenticated."}' },
      { state: 'ready', tries: 0 },
      { state: 'ready', tries: 0 },
    ),
  ],
  '429, 503': busyAnswers,
  '408, 425': [answered('408', { status: 408 }, AGAIN, AGAIN)],
  '500, 502, 504 and other 5xx': [
    answered('500, although it acted', { status: 500, body: OOPS, acts: true }, IN_DOUBT_BY_FAULT, FAULTY),
  ],
  '404 or 410': gone,
  'other 4xx': refusals,
  '302, 303': redirects([303, 302], mayExist, true),
  'other 3xx': redirects([301, 307, 308], elsewhere, false),
};

/** The rows of a class with the kinds of changes they are tried for. */
export const casesOf = (rows: readonly Row[]): { row: Row; kind: ChangeKind }[] =>
  rows.flatMap((row) => (row.only ?? EXAMPLES).map((kind) => ({ row, kind })));
