// Recovers the queue at start: settles what the history has, and puts in doubt what was being sent when the app ended.
import type { Action } from './action.ts';
import { transition } from './policy.ts';
import type { UserCommands, UserCommandsDeps } from './user-commands.ts';

export class Recovery {
  readonly #deps: UserCommandsDeps;
  readonly #commands: UserCommands;
  #resolve = () => {};
  /** Resolves when the state that the last run left is known, or when the disk refuses to read or write it. */
  readonly resumed: Promise<void> = new Promise((resolve) => {
    this.#resolve = resolve;
  });

  constructor(deps: UserCommandsDeps, commands: UserCommands) {
    this.#deps = deps;
    this.#commands = commands;
  }

  /** Loads the queue into the index. Returns the actions that the start changed; `run` writes them. */
  load(): Action[] {
    const { outbox, index } = this.#deps;
    const changed: Action[] = [];
    const loaded: Action[] = [];
    const at = outbox.now();
    for (const stored of outbox.queue.values()) {
      outbox.stamper.seen(stored.id);
      // Only the history shows whether a change that was being sent has ended. Until it is read, no command may touch it.
      const action = stored.state === 'sending' ? stored : transition(stored, { kind: 'app-started', at });
      if (action !== stored) changed.push(action);
      loaded.push(action);
    }
    index.addAll(loaded);
    return changed;
  }

  /** Resolves to false where the store closed or its catalog could not be opened; nothing may be sent then. */
  async run(changed: readonly Action[], isStopping: () => boolean): Promise<boolean> {
    try {
      const { outbox, index, writer } = this.#deps;
      const queued = inOrder(index.all()).map(({ id }) => id);
      const ready = await outbox.ready.then(
        () => true,
        () => false,
      );
      if (!ready || isStopping() || !(await this.#reconcile(queued))) return false;
      const ids = [...changed, ...this.#recoverInFlight()].map(({ id }) => id);
      this.#resolve();
      const write = async () => {
        // Read on each try: while the disk refused, the seller may have decided about some of them.
        const put = ids.flatMap((id) => index.get(id) ?? []).filter(({ state }) => state !== 'done');
        if (put.length > 0) await outbox.queue.commit({ put });
      };
      if (!(await writer.untilWritten(() => this.#commands.runExclusive(write)))) return false;
      // In order: of two changes to the same thing the later one has to be applied last.
      await writer.settle(inOrder(index.all().filter(({ state }) => state === 'done')));
      return !isStopping();
    } finally {
      this.#resolve();
    }
  }

  /** Runs before any write, or changes that the history has would be put in doubt. False where the app closed first. */
  #reconcile(ids: readonly string[]): Promise<boolean> {
    const { outbox, index, writer } = this.#deps;
    const reconcile = async () => {
      const settled = await outbox.catalog
        .reconcile(ids, (id) => index.get(id))
        .catch((error: unknown) => {
          // The seller can view the store while the disk fails.
          this.#resolve();
          throw error;
        });
      await writer.release(settled);
      writer.leaveQueue(settled);
    };
    return writer.untilWritten(() => this.#commands.runExclusive(reconcile));
  }

  /** Puts in doubt, or readies to be sent again, what was in flight when the last run ended and is not in the history. */
  #recoverInFlight(): Action[] {
    const { outbox, index } = this.#deps;
    const at = outbox.now();
    const changed = index
      .all()
      .filter(({ state }) => state === 'sending')
      .map((action) => transition(action, { kind: 'app-started', at }));
    for (const action of changed) index.set(action);
    for (const { id } of changed) index.updateBlocked(id);
    return changed;
  }
}

const inOrder = (actions: readonly Action[]): Action[] => actions.toSorted((a, b) => (a.id < b.id ? -1 : 1));
