// The outbox of a store: accepts changes, sends them, and runs the seller's commands on them.
//
// Write first, then act: a change is on disk before it counts as accepted, it is marked `sending` on disk before its first byte
// leaves, and its end is in the catalog before it leaves the queue.
import { atMost } from '../../turns.ts';
import { type Change, type NewChange, needsSeller } from './change.ts';
import { transition } from './policy.ts';
import { reconcile } from './reconcile.ts';
import { UserCommands } from './user-commands.ts';

/** How long a closing store waits for requests in flight, in ms, so that fewer changes are left in doubt. */
const CLOSING_GRACE_MS = 3_000;
/** How long a click of the seller waits for requests under way, in ms. */
const MOST_WAITED_MS = 3_000;

export class Outbox extends UserCommands {
  #stopping = false;
  /** Ids of changes that the start has changed in memory and has to write. */
  readonly #recovered = new Set<string>();
  #resolveResumed = () => {};
  /** Resolves when queue and catalog agree, or when the disk refuses to read or write them. */
  readonly resumed: Promise<void> = new Promise((resolve) => {
    this.#resolveResumed = resolve;
  });

  status() {
    const { pause } = this.dispatcher;
    const count = { waiting: 0, sending: 0, attention: 0 };
    for (const change of this.deps.queue.values()) {
      count[needsSeller(change) ? 'attention' : change.state === 'sending' ? 'sending' : 'waiting'] += 1;
    }
    return {
      ...count,
      pause,
      offline: pause?.trouble === 'unreachable',
      /** Ms since 1970; null if nothing waits for a time. */
      nextAttemptAt: this.dispatcher.nextAttemptAt(),
      /** A message for the seller; null if writes succeed. */
      diskProblem: this.disk.problem,
    };
  }

  /** Sending begins once queue and catalog agree on disk. Nothing waits for that, so the app opens even if the disk refuses. */
  start(): void {
    for (const { id } of this.deps.queue.all()) {
      this.deps.stamper.seen(id);
      this.lastId = id;
    }
    void this.#resume();
  }

  async #resume(): Promise<void> {
    const isOpen = await this.deps.ready.then(
      () => true,
      () => false,
    );
    if (isOpen) this.dispatcher.resumePause();
    const isResumed = isOpen && (await this.disk.untilWritten(() => this.runAlone(() => this.#recover())));
    this.#resolveResumed();
    if (!isResumed || this.#stopping) return;
    this.dispatcher.start();
    this.changed();
  }

  /** Makes queue and catalog agree, and decides about changes that were in flight. If the disk refuses, it runs again. */
  async #recover(): Promise<void> {
    const { queue, catalog, now } = this.deps;
    // Set in memory first, so that the seller can decide about the change even while the disk refuses to write it.
    const set = (change: Change) => {
      if (queue.get(change.id) === change) return;
      queue.set(change);
      this.#recovered.add(change.id);
    };
    try {
      const { ended, rejected, lost } = await reconcile(catalog(), queue);
      const leaving = queue.remove(ended);
      for (const change of rejected) set(change);
      for (const change of queue.all()) set(transition(change, { kind: 'app-started', at: now() }));
      await leaving;
      const inDoubt = lost.map(
        (draft): Change => ({ ...this.accepted(draft), state: 'needs-review', reason: 'damaged' }),
      );
      // Some changes may have ended since the last try.
      const changed = [...this.#recovered].flatMap((id) => queue.get(id) ?? []);
      if (changed.length + inDoubt.length > 0) await queue.commit([...changed, ...inDoubt]);
    } finally {
      // The seller can view the store even if the disk fails.
      this.#resolveResumed();
    }
  }

  /** Stops sending, aborts requests without an answer after `graceMs`, and resolves when all results are on disk. */
  async stop(graceMs = CLOSING_GRACE_MS): Promise<void> {
    this.#stopping = true;
    this.disk.giveUp();
    await this.dispatcher.stop(graceMs);
    await this.runAlone(async () => undefined);
    await this.disk.idle();
    await this.deps.queue.idle();
  }

  /** Call when the set of products and links that other computers create may have changed: changes to these wait. */
  elsewhereChanged(): void {
    const { queue, catalog } = this.deps;
    queue.setElsewhere(catalog().createdElsewhere());
    this.changed();
  }

  /** Ends all backoffs: the network is back, the computer woke up, or "Sync now". Does not end a wait that the service named. */
  wake(): void {
    this.dispatcher.wake();
    this.deps.onChange();
  }

  /** Resolves when the requests that are under way now have ended, at the latest after `MOST_WAITED_MS`. */
  attempted(): Promise<void> {
    return atMost(MOST_WAITED_MS, this.dispatcher.attempted());
  }

  // ---- accepting

  /** Resolves when the changes are on disk. If it rejects with `StorageError`, none is accepted. */
  async accept(drafts: readonly NewChange[]): Promise<Change[]> {
    const changes = drafts.map((draft) => this.accepted(draft));
    const ids = changes.map(({ id }) => id);
    await this.dispatcher.whileHeld(ids, async () => {
      await this.deps.queue.commit(changes);
      // From here on the changes are accepted. If writing their rows fails, it is retried, at the latest at the next start.
      this.disk.retry();
      await this.writeRows(ids);
    });
    this.dispatcher.probeIfUnreachable();
    this.changed();
    return changes;
  }

  /**
   * Moves changes that were accepted in a batch into the queue. They are sent once `clear` has removed them from the staged ones.
   * If the disk refuses, they stay staged, and nothing is sent until it accepts writes again.
   */
  async take(drafts: readonly NewChange[], clear: () => void): Promise<void> {
    const changes = drafts.map((draft) => this.accepted(draft));
    const ids = changes.map(({ id }) => id);
    await this.dispatcher.whileHeld(ids, async () => {
      try {
        await this.deps.queue.commit(changes);
        await this.disk.orLater(clear);
      } catch (error) {
        this.disk.refused(error);
      }
    });
    this.changed();
  }

  /** Accepts changes of a backup, with their ids. Rejects with `StorageError`. */
  async acceptHeld(changes: readonly Change[]): Promise<void> {
    await this.deps.queue.commit(changes);
    for (const { id } of changes) if (id > this.lastId) this.lastId = id;
    this.changed();
  }
}
