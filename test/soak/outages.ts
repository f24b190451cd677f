// Decides what goes wrong with the service, in outages and in single faults, and counts what was met.
import type { Chance } from '../kill/chance.ts';
import type { Fault, MisbehavingService } from '../support/misbehaving-service.ts';
import type { CallKind } from '../support/outbox-document-rules.ts';
import { SOAK_FAULTS, type SoakFault } from './faults.ts';
import type { Wire } from './wire.ts';

/** How often a fault happened, to requests that may be repeated and to those that may not. */
export interface Met {
  creates: number;
  repeatables: number;
}

export class Outages {
  readonly met = new Map<string, Met>(SOAK_FAULTS.map(({ name }) => [name, { creates: 0, repeatables: 0 }]));
  /** How many of the requests between outages go wrong. */
  singleFaults = 0;
  #outage: SoakFault | null = null;
  #neverLeftBefore = 0;

  constructor(
    private readonly service: MisbehavingService,
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

  /** How often this fault was met in all. */
  count(name: string): number {
    const { creates = 0, repeatables = 0 } = this.met.get(name) ?? {};
    return creates + repeatables;
  }

  async begin(outage: SoakFault): Promise<void> {
    this.#outage = outage;
    this.#neverLeftBefore = this.wire.neverLeft;
    if (outage.make === null) await this.service.vanish();
  }

  /** Takes note of requests that the service never heard of: of which kind they were, only the app knows. */
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
