// Runs the seller's commands on actions one after another; an action is not sent while a command works on it.
import { setImmediate } from 'node:timers/promises';
import type { Decision, ManyDecision } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/main.ts';
import { type Action, attemptCount, MARKED_AS_SENT, mayDecide } from './action.ts';
import type { ActionIndex } from './action-index.ts';
import { OutboxConflict, type OutboxDeps } from './deps.ts';
import type { Dispatcher } from './dispatcher.ts';
import { type ActionEvent, transition } from './policy.ts';
import type { OutboxWriter } from './writer.ts';

export interface Command {
  /** Called when the command runs. */
  readonly select: () => readonly string[];
  /** Whether the command applies to an action. */
  readonly may: (action: Action) => boolean;
  readonly event: (at: number) => ActionEvent;
  /** The error message where `may` is false. */
  readonly refusal: string;
}

export interface UserCommandsDeps {
  readonly outbox: OutboxDeps;
  readonly index: ActionIndex;
  readonly writer: OutboxWriter;
  readonly dispatcher: Dispatcher;
  readonly onChange: () => void;
}

/** How many actions are reopened in one transaction. */
const AT_A_TIME = 100;

const EVENTS: Readonly<Record<Decision, (at: number) => ActionEvent>> = {
  sendAgain: () => ({ kind: 'send-again' }),
  markAsSent: (at) => ({ kind: 'marked-as-sent', at, result: { kind: 'accepted', answer: '', note: MARKED_AS_SENT } }),
  discard: (at) => ({ kind: 'discarded', at }),
};

export class UserCommands {
  readonly #deps: UserCommandsDeps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: UserCommandsDeps) {
    this.#deps = deps;
  }

  /** A command must not run while another one changes the actions that it has read. */
  runExclusive(act: () => Promise<void>): Promise<void> {
    const turn = this.#last.catch(() => undefined).then(act);
    this.#last = turn;
    return turn;
  }

  /** Resolves when all commands have ended. */
  async idle(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  /** Applies to all selected actions or to none. Returns their ids. Rejects with `OutboxConflict` or `StorageError`. */
  async do({ select, may, event, refusal }: Command): Promise<readonly string[]> {
    const { outbox, index, dispatcher, writer } = this.#deps;
    let ids: readonly string[] = [];
    let settled: readonly Action[] = [];
    await this.runExclusive(async () => {
      ids = select();
      const next = ids.map((id) => {
        const action = index.get(id);
        if (!action || dispatcher.isSending(id) || !may(action)) throw new OutboxConflict(refusal);
        return { ...transition(action, event(outbox.now())), rev: outbox.stamper.stamp() };
      });
      await this.#whileHeld(ids, () => this.#write(next));
      settled = next.filter(({ state }) => state === 'done');
      this.#deps.onChange();
    });
    // Outside the lock: other commands must not wait while the disk refuses the catalog.
    await writer.settle(settled);
    return ids;
  }

  /** See `Outbox.decideMany`. */
  decideMany({ decision, changes, along }: ManyDecision): Promise<readonly string[]> {
    const { index, dispatcher } = this.#deps;
    const seen = new Map(changes.map(({ id, tried }) => [id, tried]));
    const named = new Set(along);
    const holds = (action: Action | undefined): action is Action =>
      action !== undefined &&
      mayDecide[decision](action) &&
      !dispatcher.isSending(action.id) &&
      (seen.has(action.id) ? seen.get(action.id) === attemptCount(action) : named.has(action.id));
    const select = () => {
      const chosen = [...seen.keys()].map((id) => index.get(id)).filter(holds);
      if (decision !== 'discard') return chosen.map(({ id }) => id);
      const families = chosen.map((action) => [action, ...index.allDependents(action)]);
      return [
        ...new Set(families.filter((family) => family.every(holds)).flatMap((family) => family.map(({ id }) => id))),
      ];
    };
    return this.do({
      select,
      may: mayDecide[decision],
      event: EVENTS[decision],
      refusal: texts.outbox.isBeingSent,
    });
  }

  /** See `Outbox.reopen`. */
  async reopen(ids: readonly string[], may: (action: Action) => boolean): Promise<void> {
    const { outbox, index, writer } = this.#deps;
    // What was just discarded may not be in the history yet.
    await writer.idle();
    await this.runExclusive(async () => {
      const back = ids.map((id) => {
        const action = outbox.catalog.ended(id);
        if (!action || action.ending === 'sent' || index.get(id) || !may(action)) {
          throw new OutboxConflict(texts.outbox.notUndone);
        }
        return { ...transition(action, { kind: 'reopened' }), rev: outbox.stamper.stamp() };
      });
      await this.#whileHeld(ids, async () => {
        await this.#write(back);
        // The actions are durable now: a start that finds them in the queue repairs the catalog.
        for (let from = 0; from < back.length; from += AT_A_TIME) {
          if (from > 0) await setImmediate();
          await writer.untilWritten(async () => outbox.catalog.reopen(back.slice(from, from + AT_A_TIME)));
        }
      });
      this.#deps.onChange();
    });
  }

  async #write(actions: readonly Action[]): Promise<void> {
    const { index, writer } = this.#deps;
    await writer.put(actions);
    for (const action of actions) index.set(action);
  }

  async #whileHeld(ids: readonly string[], act: () => Promise<void>): Promise<void> {
    const { dispatcher } = this.#deps;
    dispatcher.hold(ids);
    try {
      await act();
    } finally {
      dispatcher.release(ids);
    }
  }
}
