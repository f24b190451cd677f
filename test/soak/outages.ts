// Chooses the service's faults, as outages and single faults, and counts them.
import type { Chance } from '../kill/chance.ts';
import type { CallKind } from '../support/outbox-document-rules.ts';
import type { Fault, RecordingService } from '../support/recording-service.ts';
import { SOAK_FAULTS, type SoakFault } from './faults.ts';
import type { Wire } from './wire.ts';

/** The occurrences of a fault, for repeatable and other requests. */
export interface Met {
  creates: number;
  repeatables: number;
}

export class Outages {
  readonly met = new Map<string, Met>(SOAK_FAULTS.map(({ name }) => [name, { creates: 0, repeatables: 0 }]));
  /** The share of faulty requests between outages. */
  singleFaults = 0;
  #outage: SoakFault | null = null;
  #neverLeftBefore = 0;

  constructor(
    private readonly service: RecordingService,
    private readonly wire: Wire,
    private readonly chance: Chance,
  ) {
    service.decideEarly = ({ kind, isSignedIn }) => (isSignedIn && kind !== 'login' ? this.#decide(kind) : null);
  }

  #decide(kind: CallKind): Fault | null {
    const outage = this.#outage;
    if (outage) return outage.only?.(kind) === false ? null : this.#happens(outage, kind);
    if (this.chance.next() >= this.singleFaults) return null;
    const single = this.chance.pick(SOAK_FAULTS.filter(({ make, only }) => make !== null && only?.(kind) !== false));
    return single ? this.#happens(single, kind) : null;
  }

  #happens({ name, make }: SoakFault, kind: CallKind): Fault | null {
    const met = this.met.get(name);
    if (met) met[kind.endsWith('.create') ? 'creates' : 'repeatables'] += 1;
    return make?.(this.chance) ?? null;
  }

  /** The total occurrences of this fault. */
  count(name: string): number {
    const { creates = 0, repeatables = 0 } = this.met.get(name) ?? {};
    return creates + repeatables;
  }

  async begin(outage: SoakFault): Promise<void> {
    this.#outage = outage;
    this.#neverLeftBefore = this.wire.neverLeft;
    if (outage.make === null) await this.service.vanish();
  }

  /** Counts requests that never reached the service, whose kinds only the app knows. */
  noteNeverLeft(): void {
    const met = this.#outage?.make === null ? this.met.get(this.#outage.name) : undefined;
    if (met) met.repeatables += this.wire.neverLeft - this.#neverLeftBefore;
    this.#neverLeftBefore = this.wire.neverLeft;
  }

  async end(): Promise<void> {
    this.noteNeverLeft();
    const isAway = this.#outage?.make === null;
    this.#outage = null;
    if (isAway) await this.service.listen();
  }
}
