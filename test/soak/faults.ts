// Every row of the outcome table, with the service faults that lead to it.
import type { Chance } from '../kill/chance.ts';
import type { CallKind } from '../support/outbox-document-rules.ts';
import type { Fault, Moment } from '../support/recording-service.ts';

export interface SoakFault {
  /** The row of the outcome table. */
  readonly row: string;
  readonly name: string;
  /** The fault of one request; null if the service is unreachable. */
  readonly make: ((chance: Chance) => Fault) | null;
  /** The affected requests. */
  readonly only?: (kind: CallKind) => boolean;
  /** The service accepts no requests: such an outage pauses the store. */
  readonly pauses?: boolean;
  /** Such an outage rejects changes, as the table says, and so is short. */
  readonly isRefusal?: boolean;
}

type Answer = Omit<Extract<Fault, { kind: 'answer' }>, 'kind'>;
type Extra = Pick<SoakFault, 'only' | 'isRefusal' | 'pauses'>;

const PAGE = '<!doctype html><title>Welcome</title><p>Please sign in to the network.</p>';
const BIG = 'x'.repeat(1_200_000);

const fault = (row: string, name: string, made: Fault, extra: Extra = {}): SoakFault => ({
  row,
  name,
  make: () => made,
  ...extra,
});
const answer = (row: string, name: string, made: Answer, extra: Extra = {}): SoakFault =>
  fault(row, name, { kind: 'answer', ...made }, extra);
const actingOrNot = (row: string, name: string, made: Answer, extra: Extra = {}): SoakFault[] => [
  answer(row, `${name}, acts`, { ...made, acts: true }, extra),
  answer(row, `${name}, does not act`, { ...made, acts: false }, extra),
];

const isDeletion = (kind: CallKind) => kind === 'link.delete';
const isNoDeletion = (kind: CallKind) => kind !== 'link.delete';

const moments: readonly Moment[] = ['before-reading', 'before-acting', 'after-acting'];
const LOST = 'left, no complete answer';
const lost: SoakFault[] = [
  ...(['reset', 'close', 'hang'] as const).flatMap((kind) =>
    moments.map((when) => fault(LOST, `${kind} ${when}`, { kind, when }, { pauses: true })),
  ),
  // A DELETE response has no body that could break off.
  ...(['length', 'chunk'] as const).map((how) =>
    fault(LOST, `cut: ${how}`, { kind: 'cut', how }, { only: isNoDeletion }),
  ),
  fault(LOST, 'cut: headers', { kind: 'cut', how: 'headers' }, { pauses: true }),
  fault(LOST, 'not HTTP', { kind: 'garbage' }, { pauses: true }),
  fault(LOST, 'drips', { kind: 'drip', everyMs: 5_000 }, { pauses: true }),
];

const named = (status: 429 | 503): SoakFault[] => {
  const row = `${status} with Retry-After`;
  const after = (header: (seconds: number) => string) => (chance: Chance) => {
    const headers = { 'retry-after': header(chance.next() < 0.8 ? chance.between(5, 90) : chance.between(300, 900)) };
    return { kind: 'answer', status, headers, acts: false } as const;
  };
  return [
    { row, name: `${status}, seconds`, make: after(String), pauses: true },
    {
      row,
      name: `${status}, date`,
      make: after((seconds) => new Date(Date.now() + seconds * 1_000).toUTCString()),
      pauses: true,
    },
  ];
};

const isRefusal = true;
const pauses = true;
const location = 'https://elsewhere.example/';

export const SOAK_FAULTS: readonly SoakFault[] = [
  { row: 'never left', name: 'refused', make: null },
  ...lost,
  answer('2xx, JSON but not understood', 'an object', { status: 200, body: '{"ok":true}' }),
  answer('2xx, JSON but not understood', '1.2 MB of JSON', { status: 200, body: `["${BIG}"]` }),
  ...actingOrNot('2xx, neither empty nor JSON', 'a web page', { status: 200, body: PAGE }, { pauses }),
  answer('2xx, neither empty nor JSON', '1.2 MB of text', { status: 200, body: BIG, acts: false }, { pauses }),
  answer('401', '401', { status: 401, body: '{"message":"Unauthenticated."}' }),
  answer('429 without Retry-After', '429', { status: 429, body: '{"message":"Slow down"}' }, { pauses }),
  ...named(429),
  ...named(503),
  ...actingOrNot('503 without Retry-After', '503', { status: 503, body: PAGE }, { pauses }),
  answer('408, 425', '408', { status: 408 }, { pauses }),
  answer('408, 425', '425', { status: 425 }, { pauses }),
  ...[500, 502, 504].flatMap((status) =>
    actingOrNot('500, 502, 504 and other 5xx', String(status), { status, body: PAGE }, { pauses }),
  ),
  ...[404, 410].map((status) =>
    answer('404 or 410 on link.delete', `${status} on a deletion`, { status, body: '{}' }, { only: isDeletion }),
  ),
  answer('other 4xx', '404', { status: 404, body: '{}' }, { only: isNoDeletion, isRefusal }),
  ...[403, 422].map((status) =>
    answer('other 4xx', String(status), { status, body: '{"message":"No"}' }, { isRefusal }),
  ),
  ...[302, 303].flatMap((status) =>
    actingOrNot('303, 302', String(status), { status, headers: { location } }, { isRefusal }),
  ),
  ...[307, 308].map((status) => answer('other 3xx', String(status), { status, headers: { location } }, { isRefusal })),
];
