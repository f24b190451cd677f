// Notifies the seller of changes that need them, and of a store that asks for a sign-in.
import { cutInMiddle, cutTitle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRegistry } from '../stores/store-registry.ts';
import { titleOf } from '../sync/change-title.ts';
import type { Change } from '../sync/outbox/change.ts';
import { explain } from '../sync/wording.ts';
import { throttle } from '../turns.ts';

/** The longest name of a store in front of a message, in characters. */
const MAX_NAME_LENGTH = 40;
/** Changes that need the seller within this many ms share one notification. */
const TOGETHER_MS = 500;

export class Toasts {
  /** Changes that need the seller, of which the window is not notified yet. */
  #waiting: { readonly storeId: string; readonly message: string; readonly changeId: string }[] = [];
  readonly #notify = throttle(() => this.#notifyOfChanges(), TOGETHER_MS);

  constructor(
    private readonly registry: StoreRegistry,
    private readonly emit: Emit,
  ) {}

  stop(): void {
    this.#notify.stop();
  }

  needsSeller(store: StoreContext, change: Change): void {
    const title = cutTitle(titleOf(store, change));
    const message = texts.changes.toasts.title({ title, explanation: explain(store, change) });
    this.#waiting.push({ storeId: store.id, message: this.#named(store.id, message), changeId: change.id });
    this.#notify.schedule();
  }

  signedOut(storeId: string): void {
    const message = this.#named(storeId, texts.stores.toasts.signedOut);
    this.emit('toast', { kind: 'attention', message, changeId: null, to: null, signedOutOf: storeId });
  }

  /** Notifies of one change by its text, of several by their number. */
  #notifyOfChanges(): void {
    const [first, ...others] = this.#waiting.splice(0);
    if (!first) return;
    const isOneStore = others.every(({ storeId }) => storeId === first.storeId);
    const inOther = isOneStore && first.storeId !== this.registry.currentStoreId ? { storeId: first.storeId } : {};
    const { message, changeId, to } =
      others.length === 0
        ? { ...first, to: `#/sync/${first.changeId}` }
        : {
            message: texts.changes.toasts.needAttention({ count: others.length + 1 }),
            changeId: null,
            to: isOneStore ? '#/sync' : null,
          };
    this.emit('toast', { kind: 'attention', message, changeId, to, ...inOther });
  }

  /** The message, with the store's name in front unless the store is shown. */
  #named(storeId: string, message: string): string {
    if (storeId === this.registry.currentStoreId) return message;
    const name = this.registry.get(storeId)?.name ?? '';
    return texts.stores.toasts.inStore({ store: cutInMiddle(name, MAX_NAME_LENGTH), message });
  }
}
