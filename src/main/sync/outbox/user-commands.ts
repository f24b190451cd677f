// The seller's commands on changes: they run one after the other, and a change is not sent while a command is about it.
import { setImmediate } from 'node:timers/promises';
import type { Decision, ManyDecision } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/main.ts';
import { type Action, attemptCount, MARKED_AS_SENT, mayDecide } from './action.ts';
import type { ActionIndex } from './action-index.ts';
import { OutboxConflict, type OutboxDeps } from './deps.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Finalizer } from './finalizer.ts';
import { type ActionEvent, transition } from './policy.ts';
import type { RetryingWriter } from './retrying-writer.ts';

/** What the seller does to some changes. */
export interface Command {
  /** The ids of the changes; called when the command runs. */
  readonly select: () => readonly string[];
  /** Whether it may be done to one of them. */
  readonly may: (action: Action) => boolean;
  readonly event: (at: number) => ActionEvent;
  /** What is said where it may not. */
  readonly refusal: string;
}

export interface UserCommandsDeps {
  readonly outbox: OutboxDeps;
  readonly index: ActionIndex;
  readonly writer: RetryingWriter;
  readonly dispatcher: Dispatcher;
  readonly finalizer: Finalizer;
  readonly onChange: () => void;
}

/** How many changes are brought back in one transaction. */
const AT_A_TIME = 100;

const EVENTS: Readonly<Record<Decision, (at: number) => ActionEvent>> = {
  sendAgain: () => ({ kind: 'send-again' }),
  markAsSent: (at) => ({ kind: 'went-through', at, result: { kind: 'accepted', answer: '', note: MARKED_AS_SENT } }),
  discard: (at) => ({ kind: 'discarded', at }),
};

export class UserCommands {
  readonly #deps: UserCommandsDeps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: UserCommandsDeps) {
    this.#deps = deps;
  }

  /** One after the other: what builds on how an action is now must not meet a write that changes it. */
  runExclusive(act: () => Promise<void>): Promise<void> {
    const turn = this.#last.catch(() => undefined).then(act);
    this.#last = turn;
    return turn;
  }

  /** Resolves when every command so far is done. */
  async rest(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  /** All of it holds, or none. Gives the ids. Rejects with `OutboxConflict` or `StorageError`. */
  async do({ select, may, event, refusal }: Command): Promise<readonly string[]> {
    const { outbox, index, dispatcher, finalizer } = this.#deps;
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
    // Finalizing is not part of the command: where the catalog's disk refuses, other commands must not wait for it.
    await finalizer.finishAll(settled);
    return ids;
  }

  /** As `Outbox.decideMany` says. */
  decideMany({ decision, changes, along }: ManyDecision): Promise<readonly string[]> {
    const { index, dispatcher } = this.#deps;
    const seen = new Map(changes.map(({ id, tried }) => [id, tried]));
    const taken = new Set(along);
    const holds = (action: Action | undefined): action is Action =>
      action !== undefined &&
      mayDecide[decision](action) &&
      !dispatcher.isSending(action.id) &&
      (seen.has(action.id) ? seen.get(action.id) === attemptCount(action) : taken.has(action.id));
    const select = () => {
      const chosen = [...seen.keys()].map((id) => index.get(id)).filter(holds);
      if (decision !== 'discard') return chosen.map(({ id }) => id);
      const families = chosen.map((action) => [action, ...index.dependencies.allDependents(action)]);
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

  /** As `Outbox.bringBack` says. */
  async bringBack(ids: readonly string[], may: (action: Action) => boolean): Promise<void> {
    const { outbox, index, writer, finalizer } = this.#deps;
    // What was discarded a moment ago may still be on its way to the history.
    await finalizer.ended();
    await this.runExclusive(async () => {
      const back = ids.map((id) => {
        const action = outbox.catalog.ended(id);
        if (!action || action.ending === 'sent' || index.get(id) || !may(action)) {
          throw new OutboxConflict(texts.outbox.notUndone);
        }
        return { ...transition(action, { kind: 'brought-back' }), rev: outbox.stamper.stamp() };
      });
      await this.#whileHeld(ids, async () => {
        await this.#write(back);
        // From here on they hold: a start that finds them in the queue puts the catalog right.
        for (let from = 0; from < back.length; from += AT_A_TIME) {
          if (from > 0) await setImmediate();
          await writer.untilWritten(async () => outbox.catalog.bringBack(back.slice(from, from + AT_A_TIME)));
        }
      });
      this.#deps.onChange();
    });
  }

  async #write(actions: readonly Action[]): Promise<void> {
    const { outbox, index, writer } = this.#deps;
    await writer.once(() => outbox.queue.commit({ put: actions }));
    for (const action of actions) index.file(action);
  }

  async #whileHeld(ids: readonly string[], act: () => Promise<void>): Promise<void> {
    const { dispatcher } = this.#deps;
    dispatcher.hold(ids);
    try {
      await act();
    } finally {
      dispatcher.letGo(ids);
    }
  }
}
