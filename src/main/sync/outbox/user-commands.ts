// The seller's commands on changes. They run one after another, and a change is not sent while a command works on it.
import type { Decision, DecisionsMade } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/main.ts';
import { createExclusive } from '../../storage/exclusive.ts';
import {
  attemptCount,
  type Change,
  type ChangeResult,
  isUnsent,
  isWithdrawable,
  MARKED_AS_SENT,
  mayBeMarkedAsSent,
  mayDecide,
  type NewChange,
  newChange,
  type Payload,
} from './change.ts';
import { OutboxConflict, type OutboxDeps } from './deps.ts';
import { DiskRetry } from './disk-retry.ts';
import { Dispatcher } from './dispatcher.ts';
import { type ChangeEvent, transition } from './policy.ts';

const t = texts.outbox;

interface Command {
  /** Selects the ids when the command runs. */
  readonly select: () => readonly string[];
  /** Whether the command applies to a change. */
  readonly may: (change: Change) => boolean;
  readonly event: (at: number) => ChangeEvent;
  /** The error message if `may` is false. */
  readonly refusal: string;
}

const EVENTS: Readonly<Record<Decision, (at: number) => ChangeEvent>> = {
  sendAgain: () => ({ kind: 'send-again' }),
  markAsSent: (at) => ({ kind: 'marked-as-sent', at, result: { kind: 'accepted', answer: '', note: MARKED_AS_SENT } }),
  discard: (at) => ({ kind: 'discarded', at }),
};

/** All commands reject with `OutboxConflict` if the state of a change no longer allows them, or with `StorageError`. */
export class UserCommands {
  protected readonly disk: DiskRetry;
  protected readonly dispatcher: Dispatcher;
  /** The highest id in the queue. New ids are higher even if its time is ahead of the clock. */
  protected lastId = '';
  /** Runs one command at a time, because another one could change the changes that it has read. */
  protected readonly runAlone = createExclusive();

  constructor(protected readonly deps: OutboxDeps) {
    this.disk = new DiskRetry(() => this.changed());
    this.dispatcher = new Dispatcher(deps, this.disk);
  }

  /** Sends changes that may be sent. Call when `mayDepart`, `isHeld` or `parallel` of the dependencies may have changed. */
  changed(): void {
    this.dispatcher.turn();
    this.deps.onChange();
  }

  #newId(): string {
    this.lastId = this.deps.stamper.id(this.lastId);
    return this.lastId;
  }

  protected accepted(draft: NewChange): Change {
    const { stamper, now } = this.deps;
    return newChange(draft, { id: this.#newId(), rev: stamper.stamp(), acceptedAt: now() });
  }

  /** Reads the changes when it writes, because they may have been edited or have ended since. */
  protected writeRows(ids: readonly string[]): Promise<void> {
    const { catalog, queue } = this.deps;
    this.deps.onAccepted?.(ids.length);
    return this.disk.orLater(() => catalog().writeRows(ids.flatMap((id) => queue.get(id) ?? [])));
  }

  /** Applies to all selected changes or to none, in one write. Returns their ids. */
  async #do({ select, may, event, refusal }: Command): Promise<readonly string[]> {
    const { queue, catalog, now, stamper, settle } = this.deps;
    let ids: readonly string[] = [];
    await this.runAlone(async () => {
      ids = select();
      const next = ids.map((id) => {
        const change = queue.get(id);
        // At start the queue may still have changes that have ended.
        const mayChange = change && !this.dispatcher.isSending(id) && may(change) && !catalog().history.get(id);
        if (!mayChange) throw new OutboxConflict(refusal);
        return { ...transition(change, event(now())), rev: stamper.stamp() };
      });
      const ended = next.filter(({ state }) => state === 'done');
      const open = next.filter(({ state }) => state !== 'done');
      await this.dispatcher.whileHeld(ids, async () => {
        if (open.length > 0) await queue.commit(open);
        if (ended.length === 0) return;
        // The catalog first: from here on the changes have ended. If they are still in the queue, the next start removes them.
        await settle(ended);
        const leaving = queue.remove(ended.map(({ id }) => id));
        void this.disk.untilWritten(() => leaving.catch(() => queue.flush()));
      });
      this.changed();
    });
    return ids;
  }

  /** Replaces the payload of unsent changes. */
  async revise(ids: readonly string[], payload: Payload): Promise<void> {
    await this.#do({
      select: () => ids,
      may: isUnsent,
      event: () => ({ kind: 'edited', payload, revised: this.deps.stamper.stamp() }),
      refusal: t.notChanged,
    });
    await this.writeRows(ids);
  }

  /** "Mark as sent": the seller found the result on the service. */
  async markAsSent(id: string, result: ChangeResult): Promise<void> {
    await this.#do({
      select: () => [id],
      may: mayBeMarkedAsSent,
      event: (at) => ({ kind: 'marked-as-sent', at, result }),
      refusal: t.notInDoubt,
    });
  }

  /**
   * Skips changes that were tried again since the seller saw them, so that a second click does not confirm a doubt that the
   * first one caused. Skips changes with dependents that `along` does not name. Resolves to the ids of all decided changes.
   */
  decide({ decision, changes, along }: DecisionsMade): Promise<readonly string[]> {
    const seen = new Map(changes.map(({ id, tried }) => [id, tried]));
    const named = new Set(along);
    const holds = (change: Change): boolean =>
      mayDecide[decision](change) &&
      !this.dispatcher.isSending(change.id) &&
      (seen.has(change.id) ? seen.get(change.id) === attemptCount(change) : named.has(change.id));
    return this.#do({
      select: () => this.#idsOf([...seen.keys()], holds, decision === 'discard'),
      may: mayDecide[decision],
      event: EVENTS[decision],
      refusal: t.isBeingSent,
    });
  }

  /** Decides about a change and its dependents in their current state. */
  decideNow(decision: Decision, id: string): Promise<readonly string[]> {
    const [change, ...dependents] = this.#familyOf(id);
    const changes = change ? [{ id, tried: attemptCount(change) }] : [];
    return this.decide({ decision, changes, along: dependents.map((dependent) => dependent.id) });
  }

  #familyOf(id: string): Change[] {
    const { queue } = this.deps;
    const change = queue.get(id);
    return change ? [change, ...queue.dependents(change)] : [];
  }

  /** Withdraws changes with their dependents, except those sent meanwhile. Resolves to the withdrawn ids. */
  async withdrawAll(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const mayGo = (change: Change) => isWithdrawable(change) && !this.dispatcher.isSending(change.id);
    const withdrawn = await this.#do({
      select: () => this.#idsOf(ids, mayGo, true),
      may: isWithdrawable,
      event: (at) => ({ kind: 'withdrawn', at }),
      refusal: t.notTakenBack,
    });
    return new Set(withdrawn);
  }

  /** Ids of changes for which `mayGo` holds. With dependents, it has to hold for a change and all its dependents. */
  #idsOf(ids: readonly string[], mayGo: (change: Change) => boolean, withDependents: boolean): string[] {
    const families = ids.map((id) => this.#familyOf(id).slice(0, withDependents ? undefined : 1));
    return [...new Set(families.filter((family) => family.every(mayGo)).flatMap((one) => one.map(({ id }) => id)))];
  }

  /**
   * Undoes a discard or a withdrawal: all changes or none wait again, with new ids. Refused if one is no longer in the history,
   * or if `may` rejects it because it would no longer do the same.
   */
  async reopen(ids: readonly string[], may: (change: Change) => boolean): Promise<void> {
    const { queue, catalog, stamper } = this.deps;
    await this.runAlone(async () => {
      // A newer change may be about to be accepted.
      await queue.idle();
      const newChanges = ids.toSorted().map((id) => {
        const change = catalog().history.get(id);
        if (!change || change.ending === 'sent' || !may(change)) throw new OutboxConflict(t.notUndone);
        return { ...transition(change, { kind: 'reopened' }), id: this.#newId(), rev: stamper.stamp() };
      });
      const newIds = newChanges.map(({ id }) => id);
      await this.dispatcher.whileHeld(newIds, async () => {
        await queue.commit(newChanges);
        // From here on the changes are accepted. If this fails, it is retried, at the latest at the next start.
        await this.disk.orLater(() => catalog().reopen(newChanges, ids));
      });
      this.changed();
    });
  }
}
