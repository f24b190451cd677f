// The outcome table of the outbox as rows: a fault of the service, and the expected result of the change.
import type { LostCause, NeverLeftCause } from '../../src/main/service/outcome.ts';
import type { Trouble } from '../../src/main/sync/outbox/availability.ts';
import type { Reason } from '../../src/main/sync/outbox/change.ts';
import { type ChangeKind, changeKindSchema } from '../../src/shared/change.ts';
import type { Fault, Moment } from './recording-service.ts';

/** The expected result of a change. */
export type Expected =
  | {
      readonly state: 'retrying';
      readonly unreached: boolean;
      readonly tries: number;
      readonly waitMs?: Range;
      /** Why the store only probes meanwhile; omitted when it continues. */
      readonly pause?: Trouble;
    }
  | {
      readonly state: 'needs-review';
      readonly reason: Reason;
      readonly keeps?: string | null;
      readonly pause?: Trouble;
    }
  | { readonly state: 'rejected'; readonly reason: Reason; readonly keeps?: string }
  | { readonly state: 'done'; readonly note?: RegExp | null }
  /** Queued again, and the store waits for a sign-in. */
  | { readonly state: 'signed-out' };

/** In ms. */
type Range = readonly [from: number, to: number];

/** The recorded attempt. */
export type Attempted =
  | { readonly kind: 'never-left'; readonly cause: NeverLeftCause }
  | { readonly kind: 'lost'; readonly cause: LostCause }
  | { readonly kind: 'answered'; readonly status: number; readonly truncated?: boolean };

export interface Row {
  readonly when: string;
  /** The wrong service address; the request never reaches the service. */
  readonly unreachable?: NeverLeftCause;
  readonly fault?: Fault;
  /** Whether the request took effect. */
  readonly applied: boolean;
  readonly attempt: Attempted;
  readonly creates: Expected;
  readonly repeatables: Expected;
  readonly only?: readonly ChangeKind[];
  /** Like another row to the outbox, so that only the full table has it. */
  readonly isVariant?: boolean;
}

const AGAIN: Expected = { state: 'retrying', unreached: false, tries: 1, waitMs: [0, 1_000] };
const UNREACHED: Expected = { ...AGAIN, unreached: true, tries: 0, pause: 'unreachable' };
/** The service is busy: the whole store waits, and the attempt does not count. */
const busy = (waitMs: Range = [0, 1_000]): Expected => ({ ...AGAIN, tries: 0, waitMs, pause: 'busy' });
const FAULTY: Expected = { ...AGAIN, pause: 'faulty' };
const ANSWER_LOST: Expected = { state: 'needs-review', reason: 'answer-lost', keeps: null };
const DONE: Expected = { state: 'done', note: null };
const CREATES = ['product.create', 'link.create'] as const;
const BIG = 'x'.repeat(5 * 1024 * 1024);
/** The first `count` rows stand for all. */
const examples = (count: number, rows: readonly Row[]): Row[] =>
  rows.map((row, index) => (index < count ? row : { ...row, isVariant: true }));

const neverLeft = examples(
  2,
  (
    [
      ['the connection is refused', 'refused'],
      ['no secure connection can be made', 'tls-refused'],
      ['the name of the service is not found', 'name-not-found'],
      ['there is no route', 'no-route'],
      ['the connection does not come about in time', 'connect-timeout'],
    ] as const
  ).map(([when, cause]) => ({
    when,
    unreachable: cause,
    applied: false,
    attempt: { kind: 'never-left', cause },
    creates: UNREACHED,
    repeatables: UNREACHED,
  })),
);

const lost = (when: string, fault: Fault, cause: LostCause, applied: boolean): Row => ({
  when,
  fault,
  applied,
  attempt: { kind: 'lost', cause },
  creates: ANSWER_LOST,
  repeatables: AGAIN,
});
const moments: readonly Moment[] = ['after-acting', 'before-acting', 'before-reading'];
const leftWithoutAnswer: Row[] = [
  ...moments.flatMap((when, index) => {
    const acted = when === 'after-acting';
    const rows = [
      lost(`the connection is reset ${when}`, { kind: 'reset', when }, 'reset', acted),
      lost(`no answer comes, hung ${when}`, { kind: 'hang', when }, 'timeout', acted),
      lost(`the connection is closed ${when}`, { kind: 'close', when }, 'reset', acted),
    ];
    return examples(2 - index, rows);
  }),
  lost('the answer breaks off within its headers', { kind: 'cut', how: 'headers' }, 'reset', true),
  ...examples(1, [
    // A DELETE response has no body that could break off.
    lost("the answer's body breaks off", { kind: 'cut', how: 'length' }, 'cut-off', true),
    lost("the answer's body breaks off in chunks", { kind: 'cut', how: 'chunk' }, 'cut-off', true),
  ]),
  ...examples(0, [
    lost('the answer is not HTTP', { kind: 'garbage' }, 'not-http', true),
    lost('the answer drips without end', { kind: 'drip' }, 'timeout', true),
  ]),
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

const notUnderstood = (body: string) =>
  ({ state: 'needs-review', reason: 'not-understood', keeps: body.slice(0, 8 * 1024) }) as const;
const odd = (when: string, body: string, only: readonly ChangeKind[] = CREATES): Row =>
  answered(`2xx with ${when}`, { status: 201, body }, notUnderstood(body), DONE, { only });
/** Responses of intermediaries: a captive portal, a block page, a proxy error. */
const foreign = (when: string, body: string, more: Partial<Row> = {}): Row =>
  answered(
    `2xx with ${when}`,
    { status: 200, body, acts: false },
    { ...notUnderstood(body), pause: 'faulty' },
    FAULTY,
    more,
  );
const CUT: Partial<Row> = { attempt: { kind: 'answered', status: 200, truncated: true } };
const understood: Row[] = [
  {
    when: '2xx as the document says',
    applied: true,
    attempt: { kind: 'answered', status: 0 },
    creates: DONE,
    repeatables: DONE,
  },
];
const oddProducts: Readonly<Record<string, string>> = {
  'an id as text': '{"id":"12"}',
  'an id with a fraction': '{"id":12.5}',
  'an id below one': '{"id":0}',
  'an id too large to be exact': '{"id":9007199254740993}',
  'a product in an envelope': '{"data":{"id":12}}',
};
const oddLinks: Readonly<Record<string, string>> = {
  'a link that is null': '{"payment_link":null}',
  'a link that is an object': '{"payment_link":{"url":"https://checkout.example/s/1?uuid=1"}}',
  'a link that is a script': '{"payment_link":"javascript:alert(1)"}',
  'a link with an empty uuid': '{"payment_link":"https://checkout.example/s/1?uuid="}',
  'a link with two uuids': '{"payment_link":"https://checkout.example/s/1?uuid=a&uuid=b"}',
};
const twoHundreds: Row[] = [
  ...examples(1, [odd('nothing in it', ''), odd('an empty object', '{}'), odd('a list', '[]')]),
  ...examples(1, [
    foreign('a web page', '<!doctype html><title>Welcome</title>'),
    foreign('a word', 'Blocked'),
    foreign('cut JSON', '{"id": 12, "payment_link": "https://check'),
    foreign('5 MB of text', BIG, CUT),
  ]),
  answered(
    '2xx with 5 MB of JSON',
    { status: 200, body: `["${BIG}"]` },
    notUnderstood(`["${BIG}"]`),
    { state: 'done', note: /does not know/ },
    CUT,
  ),
  ...examples(0, [
    ...Object.entries(oddProducts).map(([when, body]) => odd(when, body, ['product.create'])),
    ...Object.entries(oddLinks).map(([when, body]) => odd(when, body, ['link.create'])),
  ]),
];

const named = (status: number) =>
  examples(1, [
    answered(
      `${status}, again after 7 s`,
      { status, headers: { 'retry-after': '7' } },
      busy([7_000, 7_000]),
      busy([7_000, 7_000]),
    ),
    answered(
      `${status}, again at a date two minutes off`,
      { status, headers: { 'retry-after': '@date' } },
      busy([115_000, 120_000]),
      busy([115_000, 120_000]),
    ),
    answered(
      `${status}, again after a day, which is cut to an hour`,
      { status, headers: { 'retry-after': '86400' } },
      busy([3_600_000, 3_600_000]),
      busy([3_600_000, 3_600_000]),
    ),
  ]);
const withoutTime = (status: number, creates: Expected, acts: boolean) =>
  examples(1, [
    answered(`${status}`, { status, body: '{"message":"Slow down"}', acts }, creates, busy()),
    ...['soon', '-5', '1.5'].map((value) =>
      answered(
        `${status} with the Retry-After "${value}", which says nothing`,
        { status, headers: { 'retry-after': value }, acts },
        creates,
        busy(),
      ),
    ),
  ]);
const IN_DOUBT: Expected = { state: 'needs-review', reason: 'server-error', pause: 'busy' };
const busyAnswers = [
  ...named(429),
  ...named(503),
  ...withoutTime(429, busy(), false),
  // Gateways answer 503 after they have forwarded a request.
  ...withoutTime(503, IN_DOUBT, true),
  ...examples(0, withoutTime(503, IN_DOUBT, false)).map((row) => ({ ...row, when: `${row.when}, and it did not act` })),
];

const faultsOfItsOwn = examples(
  2,
  [500, 501, 502, 504, 507, 599].flatMap((status) =>
    [true, false].map((acts) => {
      const body = '<h1>Oops</h1>';
      const creates: Expected = { state: 'needs-review', reason: 'server-error', keeps: body, pause: 'faulty' };
      return answered(
        `${status}, ${acts ? 'although it acted' : 'and it did not act'}`,
        { status, body, acts },
        creates,
        FAULTY,
      );
    }),
  ),
);

const no = (body: string): Expected => ({ state: 'rejected', reason: 'refused', keeps: body.slice(0, 8 * 1024) });
const refusals = examples(
  1,
  [422, 400, 402, 403, 405, 406, 409, 413, 415, 418, 428, 451].map((status) => {
    const body = '{"message":"The prices are wrong","errors":{"prices":["Required"]}}';
    return answered(`${status}`, { status, body }, no(body), no(body));
  }),
);
const gone = examples(
  3,
  [404, 410].flatMap((status) => [
    answered(
      `${status} on a link's deletion`,
      { status, body: '{}' },
      DONE,
      // The documented path is unusual (section 4.5): the link may still sell.
      { state: 'needs-review', reason: 'not-found', keeps: '{}' },
      { only: ['link.delete'] },
    ),
    answered(`${status} on anything else`, { status, body: '{}' }, no('{}'), no('{}'), {
      only: ['product.create', 'product.update', 'link.create', 'settings.update'],
    }),
  ]),
);
const largeRefusal = answered('422 with 5 MB', { status: 422, body: BIG }, no(BIG), no(BIG), {
  attempt: { kind: 'answered', status: 422, truncated: true },
});

const sent: Expected = { state: 'rejected', reason: 'redirected', keeps: '@elsewhere' };
const elsewhere = examples(
  1,
  [307, 300, 301, 308].map((status) =>
    answered(`${status} to another address`, { status, headers: { location: '@elsewhere' } }, sent, sent),
  ),
);
const mayExist: Expected = { state: 'needs-review', reason: 'see-other', keeps: '@elsewhere', pause: 'faulty' };
const seeOther = examples(
  2,
  [303, 302].flatMap((status) =>
    [true, false].map((acts) =>
      answered(
        `${status} to another address, ${acts ? 'after it acted' : 'without acting'}`,
        { status, headers: { location: '@elsewhere' }, acts },
        mayExist,
        sent,
      ),
    ),
  ),
);
const nowhere: Expected = { state: 'rejected', reason: 'redirected' };

export const TABLE: Readonly<Record<string, readonly Row[]>> = {
  'never left': neverLeft,
  'left, no complete answer': leftWithoutAnswer,
  '2xx and understood': understood,
  '2xx, not understood': twoHundreds,
  '401': [
    answered(
      '401',
      { status: 401, body: '{"message":"Unauthenticated."}' },
      { state: 'signed-out' },
      { state: 'signed-out' },
    ),
  ],
  '429, 503': busyAnswers,
  '408, 425': examples(
    1,
    [408, 425].map((status) => answered(`${status}`, { status }, AGAIN, AGAIN)),
  ),
  '500, 502, 504 and other 5xx': faultsOfItsOwn,
  '404 or 410': gone,
  'other 4xx': [...refusals, ...examples(0, [largeRefusal])],
  '302, 303': seeOther,
  'other 3xx': [...elsewhere, ...examples(0, [answered('304 without an address', { status: 304 }, nowhere, nowhere)])],
};

/** One create, and what can be repeated with and without a meaning of 404. */
const EXAMPLE_KINDS: readonly ChangeKind[] = ['link.create', 'link.delete', 'settings.update'];

/** The rows of a class with the kinds of changes they are tried for: all, or an example of each. */
export const casesOf = (rows: readonly Row[], isFull: boolean): { row: Row; kind: ChangeKind }[] =>
  rows
    .filter(({ isVariant }) => isFull || !isVariant)
    .flatMap((row) =>
      (row.only ?? changeKindSchema.options)
        .filter((kind) => isFull || EXAMPLE_KINDS.includes(kind))
        // A DELETE response has no body that could break off.
        .filter((kind) => !(kind === 'link.delete' && row.fault?.kind === 'cut' && row.fault.how !== 'headers'))
        .map((kind) => ({ row, kind })),
    );
