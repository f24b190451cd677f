// The seller settles doubts and rejections by looking at the service.

import { markAsSent } from '../../src/main/sync/mark-as-sent.ts';
import { type Action, needsSeller } from '../../src/main/sync/outbox/action.ts';
import { OutboxConflict } from '../../src/main/sync/outbox/deps.ts';
import { discard, sendAgain } from '../../src/main/sync/sync.ts';
import type { Chance } from '../kill/chance.ts';
import type { AppRun } from './app-run.ts';
import type { Ledger } from './ledger.ts';
import type { SoakSeller } from './seller.ts';
import type { VirtualTime } from './virtual-time.ts';

export class Review {
  markedAsSent = 0;
  sentAgain = 0;
  discarded = 0;

  constructor(
    private readonly app: AppRun,
    private readonly time: VirtualTime,
    private readonly ledger: Ledger,
    private readonly seller: SoakSeller,
    private readonly chance: Chance,
  ) {}

  /** Settles everything that needs the seller. `share`: how much of it the seller gets to. */
  async settle(share: number): Promise<void> {
    this.ledger.look(this.app.store);
    for (const action of this.app.store.outbox.all().filter(needsSeller)) {
      if (this.chance.next() >= share) continue;
      // An earlier decision may have included it.
      const now = this.app.store.outbox.get(action.id);
      if (!now || !needsSeller(now)) continue;
      try {
        await this.#decide(now);
      } catch (error) {
        if (!(error instanceof OutboxConflict)) throw error;
      }
    }
  }

  async #decide(action: Action): Promise<void> {
    const { store } = this.app;
    const accepted = this.ledger.accepted.get(action.id);
    if (!accepted) {
      this.ledger.violations.add(`${action.payload.kind} ${action.id} is in the app, and was never accepted`);
      return;
    }
    const isThere = this.ledger.wasCarriedOut(accepted, action, store);
    if (action.state === 'needs-review' && isThere) return this.#markAsSent(action, accepted.label);
    if (this.chance.next() < 0.15) {
      const gone = await this.#must(discard(store, action.id, true));
      this.discarded += gone.undo.length;
      return;
    }
    // "Edit and send again", if the app offers it.
    if (action.state === 'rejected' && action.payload.kind.endsWith('.create') && this.chance.next() < 0.5) {
      return this.seller.editAction(action);
    }
    this.sentAgain += 1;
    await this.#must(sendAgain(store, action.id));
  }

  async #markAsSent({ id, payload }: Action, label: string): Promise<void> {
    const { store } = this.app;
    this.markedAsSent += 1;
    if (payload.kind.endsWith('.create')) {
      await this.#must(markAsSent(store, id, this.ledger.onService.found(label) ?? ''));
    } else await this.time.during(store.outbox.markAsSent(id, { kind: 'accepted', answer: '', note: null }));
  }

  async #must<T>(asked: Promise<{ ok: true; value: T } | { ok: false; problem: { message: string } }>): Promise<T> {
    const said = await this.time.during(asked);
    if (!said.ok) throw new Error(said.problem.message);
    return said.value;
  }
}
