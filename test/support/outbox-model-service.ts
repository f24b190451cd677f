// A model of the service: the test decides when requests arrive, take effect and are answered.
import type { Change } from '../../src/main/outbox/change.ts';
import type { Outcome } from '../../src/main/service/outcome.ts';
import type { Transport, TransportRequest } from '../../src/main/service/transport.ts';
import { answered, lost, neverLeft } from './outbox-changes.ts';
import { callOf } from './outbox-document-rules.ts';
import { ServiceRecord } from './outbox-service-record.ts';

interface ModelFault {
  /** Whether the request takes effect. */
  readonly acts: boolean;
  /** What the app gets instead of the answer. */
  readonly outcome: Outcome;
}
const withoutActing = (outcome: Outcome): ModelFault => ({ acts: false, outcome });
const afterActing = (outcome: Outcome): ModelFault => ({ acts: true, outcome });
const BACK = { retryAfterMs: 20 * 60_000 };

const MODEL_FAULTS = {
  refused: withoutActing(neverLeft),
  'lost before it acts': withoutActing(lost),
  'lost after it acted': afterActing(lost),
  '500 without acting': withoutActing(answered(500)),
  '500 after acting': afterActing(answered(500)),
  '503 without acting': withoutActing(answered(503)),
  '503 after acting': afterActing(answered(503)),
  '503, back in 20 min': withoutActing(answered(503, BACK)),
  '429': withoutActing(answered(429)),
  '429, back in 20 min': withoutActing(answered(429, BACK)),
  '408': withoutActing(answered(408)),
  '422': withoutActing(answered(422, { body: '{"message":"No"}' })),
  'a block page': withoutActing(answered(403, { body: '<!doctype html>' })),
  '404 without looking': withoutActing(answered(404)),
  '302 without acting': withoutActing(answered(302, { location: 'https://elsewhere.example' })),
  '303 after acting': afterActing(answered(303, { location: '/made' })),
  'a web page without acting': withoutActing(answered(200, { body: '<p>Sign in to the hotel</p>' })),
  'a web page after acting': afterActing(answered(200, { body: '<p>Blocked</p>' })),
  '2xx that says nothing': afterActing(answered(200, { body: '{}' })),
} as const;
export type FaultName = keyof typeof MODEL_FAULTS;
export const FAULTS = Object.keys(MODEL_FAULTS) as FaultName[];

interface Travelling {
  readonly change: Change;
  readonly request: TransportRequest;
  onLeft: () => void;
  readonly resolve: (outcome: Outcome) => void;
  /** Null until the request has arrived. */
  outcome: Outcome | null;
}

/** A request that took effect. */
export interface AppliedRequest {
  readonly changeId: string;
  readonly subject: string;
  readonly kind: string;
  readonly path: string;
  readonly body: Record<string, unknown> | null;
  /** The id or address of the record that it created. */
  readonly made: string | null;
}

export class ModelService implements Transport {
  readonly applied: AppliedRequest[] = [];
  readonly #record = new ServiceRecord('', true);
  readonly faults: FaultName[] = [];
  /** The fault of every request without a planned one. */
  always: FaultName | null = null;
  decide: (call: { readonly kind: string }) => FaultName | null = () => null;
  /** The period for which the service asked to wait; ms since 1970. */
  quiet: { readonly from: number; readonly until: number } | null = null;
  up = true;
  token = 'token-0';
  /** Every request that should not have been sent. */
  readonly violations: string[] = [];
  #departing: Change | null = null;
  #wire: Travelling[] = [];

  constructor(private readonly now: () => number) {}

  /** Sets the change of the next request, and checks that it may be sent now. */
  departing(change: Change, isPaused: boolean): void {
    this.#departing = change;
    const at = this.now();
    if (this.quiet && this.quiet.from <= at && at < this.quiet.until) {
      this.violations.push(`${change.id} left ${this.quiet.until - at} ms before the time that the service named`);
    }
    if (isPaused && this.#wire.length > 0)
      this.violations.push(`${change.id} was sent beside another while the store was paused`);
  }

  send(request: TransportRequest): Promise<Outcome> {
    const change = this.#departing;
    if (!change) throw new Error('A request without a change');
    this.#departing = null;
    if (this.#wire.some((other) => other.change.id === change.id))
      this.violations.push(`${change.id} is under way twice`);
    return new Promise((resolve) => {
      this.#wire.push({ change, request, onLeft: request.onLeft ?? (() => undefined), resolve, outcome: null });
    });
  }

  renew(): void {}

  /** Requests that have arrived lose their answers; every second one of the others arrives as well. */
  async close(): Promise<void> {
    const ending = this.#wire;
    this.#wire = [];
    for (const [nth, request] of ending.entries()) {
      const outcome = request.outcome ?? (nth % 2 === 1 ? this.#arrive(request) : neverLeft);
      request.resolve(outcome === neverLeft ? neverLeft : lost);
    }
  }

  get underWay(): number {
    return this.#wire.length;
  }

  hasLink(address: string): boolean {
    return [...this.#record.links.values()].includes(address);
  }

  /** Moves one request forward: the request arrives, or its answer does. */
  move(pick: number): void {
    const request = this.#wire[pick % this.#wire.length];
    if (!request) return;
    if (request.outcome === null) request.outcome = this.#arrive(request);
    else {
      this.#wire = this.#wire.filter((other) => other !== request);
      const { outcome } = request;
      if (outcome.kind === 'answered' && outcome.retryAfterMs !== null) {
        const from = this.now();
        this.quiet = { from, until: from + outcome.retryAfterMs };
      }
      request.resolve(outcome);
    }
  }

  /** The app has crashed: requests in flight arrive if `arrives`, and nobody gets the answers. */
  crash(arrives: boolean): void {
    for (const request of this.#wire) {
      request.onLeft = () => undefined;
      if (arrives && request.outcome === null) this.#arrive(request);
    }
    this.#wire = [];
    this.#departing = null;
  }

  #arrive(request: Travelling): Outcome {
    const { method, path, token } = request.request;
    const name = this.faults.shift() ?? this.always ?? this.decide(callOf(method, path));
    if (!this.up || name === 'refused') return neverLeft;
    request.onLeft();
    if (token !== this.token && name !== 'lost before it acts') return answered(401);
    const fault = name && MODEL_FAULTS[name];
    if (fault && !fault.acts) return fault.outcome;
    const answer = this.#act(request);
    return fault ? fault.outcome : answer;
  }

  #act({ change, request }: Travelling): Outcome {
    const { method, path } = request;
    const call = callOf(method, path);
    const body = request.body as Record<string, unknown> | null;
    const { status, body: answer = '' } = this.#record.act(call, path, 'seller', body);
    const isGone = call.kind === 'link.delete' && status === 404;
    if (status < 300 || isGone) {
      const made =
        call.kind === 'product.create' || call.kind === 'link.create' ? Object.values(JSON.parse(answer))[0] : null;
      this.applied.push({
        ...{ changeId: change.id, subject: change.subject, kind: call.kind, path, body },
        made: made === null ? null : String(made),
      });
    } else this.violations.push(`${method} ${path}: ${answer}`);
    return answered(status, { body: answer });
  }
}
