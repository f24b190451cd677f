// Runs the seller's commands on changes one after another; a change is not sent while a command works on it.
import type { Decision, ManyDecision } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/main.ts';
import { attemptCount, type Change, isWithdrawable, MARKED_AS_SENT, mayDecide } from './change.ts';
import { OutboxConflict, type OutboxDeps } from './deps.ts';
import type { DiskRetry } from './disk-retry.ts';
import type { Dispatcher } from './dispatcher.ts';
import { type ChangeEvent, transition } from './policy.ts';

export interface Command {
  /** Called when the command runs. */
  readonly select: () => readonly string[];
  /** Whether the command applies to a change. */
  readonly may: (change: Change) => boolean;
  readonly event: (at: number) => ChangeEvent;
  /** The error message where `may` is false. */
  readonly refusal: string;
}

export interface UserCommandsDeps {
  readonly outbox: OutboxDeps;
  readonly disk: DiskRetry;
  readonly dispatcher: Dispatcher;
  /** An id after every other. */
  readonly newId: () => string;
  readonly onChange: () => void;
}

const EVENTS: Readonly<Record<Decision, (at: number) => ChangeEvent>> = {
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

  /** A command must not run while another one changes the changes that it has read. */
  runExclusive(act: () => Promise<void>): Promise<void> {
    const turn = this.#last.catch(() => undefined).then(act);
    this.#last = turn;
    return turn;
  }

  /** Resolves when all commands have ended. */
  async idle(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  /** Applies to all selected changes or to none. Returns their ids. Rejects with `OutboxConflict` or `StorageError`. */
  async do({ select, may, event, refusal }: Command): Promise<readonly string[]> {
    const { outbox, dispatcher, disk, onChange } = this.#deps;
    const { queue, catalog } = outbox;
    let ids: readonly string[] = [];
    await this.runExclusive(async () => {
      ids = select();
      const next = ids.map((id) => {
        const change = queue.get(id);
        // At start the queue may still have what has ended.
        const mayChange = change && !dispatcher.isSending(id) && may(change) && !catalog.ended(id);
        if (!mayChange) throw new OutboxConflict(refusal);
        return { ...transition(change, event(outbox.now())), rev: outbox.stamper.stamp() };
      });
      const ended = next.filter(({ state }) => state === 'done');
      const open = next.filter(({ state }) => state !== 'done');
      await dispatcher.whileHeld(ids, async () => {
        if (open.length > 0) await queue.commit(open);
        if (ended.length === 0) return;
        // The catalog first: from here on they have ended, and a start finds that out where they are still in the queue.
        await catalog.settle(ended);
        const leaving = queue.remove(ended.map(({ id }) => id));
        void disk.untilWritten(() => leaving.catch(() => queue.flush()));
      });
      onChange();
    });
    return ids;
  }

  /** See `Outbox.decideMany`. */
  decideMany({ decision, changes, along }: ManyDecision): Promise<readonly string[]> {
    const { dispatcher } = this.#deps;
    const { queue } = this.#deps.outbox;
    const seen = new Map(changes.map(({ id, tried }) => [id, tried]));
    const named = new Set(along);
    const holds = (change: Change | undefined): change is Change =>
      change !== undefined &&
      mayDecide[decision](change) &&
      !dispatcher.isSending(change.id) &&
      (seen.has(change.id) ? seen.get(change.id) === attemptCount(change) : named.has(change.id));
    const select = () => {
      const chosen = [...seen.keys()].map((id) => queue.get(id)).filter(holds);
      if (decision !== 'discard') return chosen.map(({ id }) => id);
      const families = chosen.map((change) => [change, ...queue.dependents(change)]);
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

  /** See `Outbox.withdrawAll`. */
  async withdrawAll(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { dispatcher } = this.#deps;
    const { queue } = this.#deps.outbox;
    const familyOf = (id: string): Change[] => {
      const change = queue.get(id);
      return change ? [change, ...queue.dependents(change)] : [];
    };
    const mayGo = (change: Change) => isWithdrawable(change) && !dispatcher.isSending(change.id);
    const withdrawn = await this.do({
      select: () => {
        const families = ids.map(familyOf).filter((family) => family.every(mayGo));
        return [...new Set(families.flat().map(({ id }) => id))];
      },
      may: isWithdrawable,
      event: (at) => ({ kind: 'withdrawn', at }),
      refusal: texts.outbox.notTakenBack,
    });
    return new Set(withdrawn);
  }

  /** See `Outbox.reopen`. */
  async reopen(ids: readonly string[], may: (change: Change) => boolean): Promise<void> {
    const { outbox, dispatcher, disk, newId, onChange } = this.#deps;
    const { queue, catalog } = outbox;
    await this.runExclusive(async () => {
      // A newer change may just be accepted.
      await queue.idle();
      const back = ids.toSorted().map((id) => {
        const change = catalog.ended(id);
        if (!change || change.ending === 'sent' || !may(change)) throw new OutboxConflict(texts.outbox.notUndone);
        return { ...transition(change, { kind: 'reopened' }), id: newId(), rev: outbox.stamper.stamp() };
      });
      await dispatcher.whileHeld(
        back.map(({ id }) => id),
        async () => {
          await queue.commit(back);
          // From here on they are accepted; a start writes their rows where this fails.
          await disk.orLater(() => catalog.reopen(back, ids));
        },
      );
      onChange();
    });
  }
}
