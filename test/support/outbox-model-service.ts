// A model of the service: the test decides when requests arrive, take effect and are answered.

import type { Outcome } from '../../src/main/service/outcome.ts';
import type { Transport, TransportRequest } from '../../src/main/service/transport.ts';
import type { Change } from '../../src/main/sync/outbox/change.ts';
import { answered, lost, neverLeft } from './outbox-changes.ts';
import { callOf } from './outbox-document-rules.ts';
import { ServiceRecord } from './outbox-service-record.ts';

export const FAULTS = [
  'refused',
  'lost before it acts',
  'lost after it acted',
  '500 without acting',
  '500 after acting',
  '503 without acting',
  '503 after acting',
  '503, back in 20 min',
  '429',
  '429, back in 20 min',
  '408',
  '422',
  'a block page',
  '404 without looking',
  '302 without acting',
  '303 after acting',
  'a web page without acting',
  'a web page after acting',
  '2xx that says nothing',
] as const;
const BACK_IN_MS = 20 * 60_000;
export type FaultName = (typeof FAULTS)[number];

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

  /** Requests that have arrived lose their answers; of the others, every second one has left. */
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

  /** Moves one request forward: the request arrives, or its response does. */
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

  /** The app has crashed: requests in flight still arrive or not, and nobody gets the responses. */
  crash(arrives: boolean): void {
    for (const request of this.#wire) {
      request.onLeft = () => undefined;
      if (arrives && request.outcome === null) this.#arrive(request);
    }
    this.#wire = [];
    this.#departing = null;
  }

  #arrive(request: Travelling): Outcome {
    const { method, path } = request.request;
    const fault = this.faults.shift() ?? this.always ?? this.decide(callOf(method, path));
    if (!this.up || fault === 'refused') return neverLeft;
    request.onLeft();
    if (fault === 'lost before it acts') return lost;
    if (request.request.token !== this.token) return answered(401);
    switch (fault) {
      case '500 without acting':
        return answered(500);
      case '503 without acting':
        return answered(503);
      case '503, back in 20 min':
        return answered(503, { retryAfterMs: BACK_IN_MS });
      case '429':
        return answered(429);
      case '429, back in 20 min':
        return answered(429, { retryAfterMs: BACK_IN_MS });
      case '408':
        return answered(408);
      case '422':
        return answered(422, { body: '{"message":"No"}' });
      case 'a block page':
        return answered(403, { body: '<!doctype html><title>Blocked</title>' });
      case '404 without looking':
        return answered(404);
      case 'a web page without acting':
        return answered(200, { body: '<p>Sign in to the hotel</p>' });
      case '302 without acting':
        return answered(302, { location: 'https://elsewhere.example' });
      default: {
        const answer = this.#act(request);
        if (fault === 'lost after it acted') return lost;
        if (fault === '500 after acting') return answered(500);
        if (fault === '503 after acting') return answered(503);
        if (fault === '303 after acting') return answered(303, { location: '/made' });
        if (fault === 'a web page after acting') return answered(200, { body: '<p>Blocked</p>' });
        return fault === '2xx that says nothing' ? answered(200, { body: '{}' }) : answer;
      }
    }
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
