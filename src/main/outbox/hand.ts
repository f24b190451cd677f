// The seller's hand on changes: one hand after the other, and what is in a hand is not sent meanwhile.

import { setImmediate } from 'node:timers/promises';
import type { Decision, ManyDecision } from '../../shared/action.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Action, attemptCount, MARKED_AS_SENT, mayDecide } from './action.ts';
import type { Book } from './book.ts';
import type { Disk } from './disk.ts';
import type { Dispatcher } from './dispatcher.ts';
import { OutboxConflict, type OutboxParts } from './parts.ts';
import { type Happening, step } from './policy.ts';
import type { Settling } from './settling.ts';

/** Something that the seller does to changes. */
export interface Deed {
  /** The ids of the changes; asked for when it is this hand's turn. */
  readonly select: () => readonly string[];
  /** Whether it may be done to one of them. */
  readonly may: (action: Action) => boolean;
  readonly happening: (at: number) => Happening;
  /** What is said where it may not. */
  readonly refusal: string;
}

export interface HandParts {
  readonly outbox: OutboxParts;
  readonly book: Book;
  readonly disk: Disk;
  readonly dispatcher: Dispatcher;
  readonly settling: Settling;
  readonly onChange: () => void;
}

/** How many changes are brought back in one transaction. */
const AT_A_TIME = 100;

const HAPPENINGS: Readonly<Record<Decision, (at: number) => Happening>> = {
  sendAgain: () => ({ kind: 'send-again' }),
  markAsSent: (at) => ({ kind: 'went-through', at, result: { kind: 'accepted', answer: '', note: MARKED_AS_SENT } }),
  discard: (at) => ({ kind: 'discarded', at }),
};

export class Hand {
  readonly #parts: HandParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: HandParts) {
    this.#parts = parts;
  }

  /** One after the other: what builds on how an action is now must not meet a write that changes it. */
  inTurn(act: () => Promise<void>): Promise<void> {
    const turn = this.#last.catch(() => undefined).then(act);
    this.#last = turn;
    return turn;
  }

  /** Resolves when every hand so far is done. */
  async rest(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  /** All of it holds, or none. Gives the ids. Rejects with `OutboxConflict` or `StorageError`. */
  async do({ select, may, happening, refusal }: Deed): Promise<readonly string[]> {
    const { outbox, book, dispatcher, settling } = this.#parts;
    let ids: readonly string[] = [];
    let settled: readonly Action[] = [];
    await this.inTurn(async () => {
      ids = select();
      const next = ids.map((id) => {
        const action = book.get(id);
        if (!action || dispatcher.isSending(id) || !may(action)) throw new OutboxConflict(refusal);
        return { ...step(action, happening(outbox.now())), rev: outbox.stamper.stamp() };
      });
      await this.#whileHeld(ids, () => this.#write(next));
      settled = next.filter(({ state }) => state === 'done');
      this.#parts.onChange();
    });
    // Settling is not part of the turn: where the catalogue's disk refuses, other hands must not wait for it.
    await settling.finishAll(settled);
    return ids;
  }

  /** As `Outbox.decideMany` says. */
  decideMany({ decision, changes, along }: ManyDecision): Promise<readonly string[]> {
    const { book, dispatcher } = this.#parts;
    const seen = new Map(changes.map(({ id, tried }) => [id, tried]));
    const taken = new Set(along);
    const holds = (action: Action | undefined): action is Action =>
      action !== undefined &&
      mayDecide[decision](action) &&
      !dispatcher.isSending(action.id) &&
      (seen.has(action.id) ? seen.get(action.id) === attemptCount(action) : taken.has(action.id));
    const select = () => {
      const chosen = [...seen.keys()].map((id) => book.get(id)).filter(holds);
      if (decision !== 'discard') return chosen.map(({ id }) => id);
      const families = chosen.map((action) => [action, ...book.dependencies.allDependents(action)]);
      return [
        ...new Set(families.filter((family) => family.every(holds)).flatMap((family) => family.map(({ id }) => id))),
      ];
    };
    return this.do({
      select,
      may: mayDecide[decision],
      happening: HAPPENINGS[decision],
      refusal: texts.outbox.isBeingSent,
    });
  }

  /** As `Outbox.bringBack` says. */
  async bringBack(ids: readonly string[], may: (action: Action) => boolean): Promise<void> {
    const { outbox, book, disk, settling } = this.#parts;
    // What was discarded a moment ago may still be on its way to the history.
    await settling.ended();
    await this.inTurn(async () => {
      const back = ids.map((id) => {
        const action = outbox.catalog.ended(id);
        if (!action || action.ending === 'sent' || book.get(id) || !may(action)) {
          throw new OutboxConflict(texts.outbox.notUndone);
        }
        return { ...step(action, { kind: 'brought-back' }), rev: outbox.stamper.stamp() };
      });
      await this.#whileHeld(ids, async () => {
        await this.#write(back);
        // From here on they hold: a start that finds them in the queue puts the catalog right.
        for (let from = 0; from < back.length; from += AT_A_TIME) {
          if (from > 0) await setImmediate();
          await disk.insist(async () => outbox.catalog.bringBack(back.slice(from, from + AT_A_TIME)));
        }
      });
      this.#parts.onChange();
    });
  }

  async #write(actions: readonly Action[]): Promise<void> {
    const { outbox, book, disk } = this.#parts;
    await disk.once(() => outbox.queue.commit({ put: actions }));
    for (const action of actions) book.file(action);
  }

  async #whileHeld(ids: readonly string[], act: () => Promise<void>): Promise<void> {
    const { dispatcher } = this.#parts;
    dispatcher.hold(ids);
    try {
      await act();
    } finally {
      dispatcher.letGo(ids);
    }
  }
}
