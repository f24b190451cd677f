// What a start does with the queue that the last run left: it agrees with the catalog, and what was in flight is decided.
import type { Change, NewChange } from './change.ts';
import type { OutboxDeps } from './deps.ts';
import { transition } from './policy.ts';

export class Recovery {
  /** What the start has changed, and has to write. */
  readonly #changed = new Set<string>();
  #resolveKnown = () => {};
  /** Resolves when the state that the last run left is known, or when the disk refuses to read or write it. */
  readonly known: Promise<void> = new Promise((resolve) => {
    this.#resolveKnown = resolve;
  });

  constructor(
    private readonly deps: OutboxDeps,
    private readonly accepted: (draft: NewChange) => Change,
  ) {}

  /** Nothing is sent before. Runs again where the disk refuses. */
  async run(): Promise<void> {
    const { queue, catalog, now } = this.deps;
    try {
      const ids = queue.all().map(({ id }) => id);
      const { ended, rejected, lost } = await catalog.reconcile(ids, queue);
      const leaving = queue.remove(ended);
      for (const change of rejected) this.#set(change);
      for (const change of queue.all()) this.#set(transition(change, { kind: 'app-started', at: now() }));
      await leaving;
      const inDoubt = lost.map(
        (draft): Change => ({ ...this.accepted(draft), state: 'needs-review', reason: 'damaged' }),
      );
      // Some may have ended since the last try.
      const changed = [...this.#changed].flatMap((id) => queue.get(id) ?? []);
      if (changed.length + inDoubt.length > 0) await queue.commit([...changed, ...inDoubt]);
    } finally {
      // The seller can view the store while the disk fails.
      this.end();
    }
  }

  end(): void {
    this.#resolveKnown();
  }

  /** In memory: the seller can decide about it even while the disk refuses to write it. */
  #set(change: Change): void {
    if (this.deps.queue.get(change.id) === change) return;
    this.deps.queue.set(change);
    this.#changed.add(change.id);
  }
}
