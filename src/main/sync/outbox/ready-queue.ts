// What may go next, oldest first, and what may go again at a time; choosing costs the same however many wait.
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

/**
 * Heaps over ids. An entry counts only while the action still is as it was when it was put in; what has changed is
 * passed over when it comes up, so nothing has to be taken out.
 */
export class ReadyQueue {
  readonly #lanes = { creates: newLane(), repeatables: newLane() };

  constructor(private readonly current: (id: string) => Action | undefined) {}

  /** Files an action under what its state asks for; states that wait for something else are not filed. */
  put(action: Action): void {
    const { ready, due } = this.#lanes[laneOf(action)];
    if (action.state === 'ready') ready.push(action.id);
    else if (action.state === 'retrying' && action.nextAttemptAt !== null) {
      due.push({ id: action.id, at: action.nextAttemptAt });
    }
  }

  /** Takes out the oldest action of these lanes that is ready and that `mayGo`; undefined when there is none. */
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

  /**
   * Takes out the action of a lane whose time has come first; undefined when none has. A time further off than any wait
   * can be means that the clock went back.
   */
  takeDue(now: number, lane: Lane): Action | undefined {
    const next = this.#nextDue(lane);
    if (!next || (next.nextAttemptAt > now && next.nextAttemptAt <= now + RETRY_AFTER_CAP_MS)) return undefined;
    this.#lanes[lane].due.pop();
    return next;
  }

  /** Takes out all actions whose time has come. */
  takeAllDue(now: number): Action[] {
    const found: Action[] = [];
    for (const lane of LANES) {
      for (let next = this.takeDue(now, lane); next; next = this.takeDue(now, lane)) found.push(next);
    }
    return found;
  }

  /** When the next retry is due; null when none is. */
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
