// Finds the next action to send, oldest first, and the next retry that is due, in logarithmic time.
import TinyQueue from 'tinyqueue';
import { isRepeatable } from '../../../shared/action.ts';
import { type Action, kindOf } from './action.ts';
import { RETRY_AFTER_CAP_MS } from './policy.ts';

interface Due {
  readonly id: string;
  readonly at: number;
}

/** Probes prefer a repeatable change, so creates and repeatable changes queue apart. */
export type Lane = 'creates' | 'repeatables';
const LANES: readonly Lane[] = ['creates', 'repeatables'];
const laneOf = (action: Action): Lane => (isRepeatable(kindOf(action)) ? 'repeatables' : 'creates');

const newLane = () => ({
  ready: new TinyQueue<string>([], (a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  due: new TinyQueue<Due>([], (a, b) => a.at - b.at),
});

/** Heaps over ids. Entries are never removed: an entry whose action has changed since is skipped when it is reached. */
export class ReadyQueue {
  readonly #lanes = { creates: newLane(), repeatables: newLane() };

  constructor(private readonly current: (id: string) => Action | undefined) {}

  put(action: Action): void {
    const { ready, due } = this.#lanes[laneOf(action)];
    if (action.state === 'ready') ready.push(action.id);
    else if (action.state === 'retrying' && action.nextAttemptAt !== null) {
      due.push({ id: action.id, at: action.nextAttemptAt });
    }
  }

  /** Removes and returns the oldest ready action of these lanes for which `mayGo` holds. */
  take(mayGo: (action: Action) => boolean, lanes = LANES): Action | undefined {
    for (;;) {
      const heads = lanes.map((lane) => this.#lanes[lane].ready).filter(({ length }) => length > 0);
      const [oldest] = heads.sort((a, b) => ((a.peek() ?? '') < (b.peek() ?? '') ? -1 : 1));
      const id = oldest?.pop();
      if (id === undefined) return undefined;
      const action = this.current(id);
      if (action?.state === 'ready' && mayGo(action)) return action;
    }
  }

  /** Removes and returns the first due action of a lane. A time beyond the longest wait means that the clock was set back. */
  takeDue(now: number, lane: Lane): Action | undefined {
    const next = this.#nextDue(lane);
    if (!next || (next.nextAttemptAt > now && next.nextAttemptAt <= now + RETRY_AFTER_CAP_MS)) return undefined;
    this.#lanes[lane].due.pop();
    return next;
  }

  takeAllDue(now: number): Action[] {
    const found: Action[] = [];
    for (const lane of LANES) {
      for (let next = this.takeDue(now, lane); next; next = this.takeDue(now, lane)) found.push(next);
    }
    return found;
  }

  nextDueAt(): number | null {
    const times = LANES.flatMap((lane) => this.#nextDue(lane)?.nextAttemptAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  #nextDue(lane: Lane): (Action & { readonly nextAttemptAt: number }) | undefined {
    const { due } = this.#lanes[lane];
    for (let next = due.peek(); next; next = due.peek()) {
      const action = this.current(next.id);
      if (action?.state === 'retrying' && action.nextAttemptAt === next.at)
        return { ...action, nextAttemptAt: next.at };
      due.pop();
    }
    return undefined;
  }
}
