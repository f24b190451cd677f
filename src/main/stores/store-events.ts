// Turns events of stores into events and notices for the window.
import { sentences } from '../../shared/sentences.ts';
import { cutInMiddle, cutTitle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';
import type { StoreContext } from '../store-context.ts';
import { type Change, needsSeller } from '../sync/outbox/change.ts';
import { UNKNOWN_ANSWER } from '../sync/outbox/policy.ts';
import { titleOf } from '../sync/views.ts';
import { explain } from '../sync/wording.ts';
import { throttle } from '../turns.ts';
import type { Notices } from './notices.ts';
import type { OpenStoreDeps } from './open-store-deps.ts';
import type { StoreRegistry } from './store-registry.ts';

const t = texts.stores;
/** A store's name in front of a message, in characters. */
const MAX_NAME_LENGTH = 40;
/** Changes that need the seller within this many ms share one notification. */
const ATTENTION_MS = 500;

/** Notifies of changes: one by its text, several by their number. `storeId`: null for the shown store. */
function changesNotifier(emit: Emit, several: (count: number) => string, screen: string) {
  let waiting: { readonly message: string; readonly changeId: string; readonly storeId: string | null }[] = [];
  const round = throttle(() => {
    const [first] = waiting;
    if (!first) return;
    const { storeId } = first;
    const isOneStore = waiting.every((each) => each.storeId === storeId);
    const { message, changeId, to } =
      waiting.length === 1
        ? { ...first, to: `#/sync/${first.changeId}` }
        : { message: several(waiting.length), changeId: null, to: isOneStore ? screen : null };
    const inOther = isOneStore && storeId !== null ? { storeId } : {};
    emit('toast', { kind: 'attention', message, changeId, to, ...inOther });
    waiting = [];
  }, ATTENTION_MS);
  return {
    add(message: string, changeId: string, storeId: string | null) {
      waiting.push({ message, changeId, storeId });
      round.schedule();
    },
    stop: round.stop,
  };
}

export class StoreEvents {
  readonly #stores: StoreRegistry;
  readonly #notices: Notices;
  readonly #emit: Emit;
  readonly #frameChanged: () => void;
  readonly #attention: ReturnType<typeof changesNotifier>;
  readonly #unknownAnswers: ReturnType<typeof changesNotifier>;
  #stopped = false;

  constructor(stores: StoreRegistry, notices: Notices, emit: Emit, frameChanged: () => void) {
    this.#stores = stores;
    this.#notices = notices;
    this.#emit = emit;
    this.#frameChanged = frameChanged;
    const { needAttention, unknownAnswers } = texts.changes.toasts;
    this.#attention = changesNotifier(emit, (count) => needAttention({ count }), '#/sync');
    this.#unknownAnswers = changesNotifier(emit, (count) => unknownAnswers({ count }), '#/sync/history');
  }

  stop(): void {
    this.#stopped = true;
    this.#attention.stop();
    this.#unknownAnswers.stop();
  }

  /** The callbacks of an open store. */
  of(storeId: string): Pick<OpenStoreDeps, 'onChange' | 'onOutcome' | 'onRecovery' | 'onSignedOut'> {
    const recordsChanged = throttle(() => {
      if (this.#stopped || this.#stores.currentStoreId !== storeId) return;
      const all = { products: true, links: true, changes: true, webhook: true, inbox: false };
      this.#emit('records.changed', { storeId, ...all });
    });
    return {
      onRecovery: ({ reason, keptAs, copyAt }) => {
        const { damaged, missing, restored, empty } = t.catalogDamage;
        const store = this.#stores.get(storeId)?.name ?? '';
        const happened = reason === 'missing' ? missing : damaged({ keptAs: keptAs ?? '' });
        const title = copyAt === null ? empty.title({ store }) : restored.title({ store });
        const message = copyAt === null ? empty.message : restored.message({ from: new Date(copyAt) });
        this.#notices.add('error', title, sentences(happened, message));
      },
      onChange: () => {
        recordsChanged.schedule();
        this.#frameChanged();
      },
      onOutcome: (store, change) => this.#notify(store, change),
      onSignedOut: () => {
        this.#frameChanged();
        const message = this.#named(storeId, t.toasts.signedOut);
        this.#emit('toast', { kind: 'attention', message, changeId: null, to: null, signedOutOf: storeId });
      },
    };
  }

  /** Notifies only of what needs the seller. */
  #notify(store: StoreContext, change: Change): void {
    const isUnknown = change.result?.kind === 'accepted' && change.result.note === UNKNOWN_ANSWER;
    if (!needsSeller(change) && !isUnknown) return;
    const { title, lookOnPage } = texts.changes.toasts;
    const explanation = sentences(explain(change, store.status()), isUnknown ? lookOnPage : '');
    const message = title({ title: cutTitle(titleOf(store, change)), explanation });
    const notifier = isUnknown ? this.#unknownAnswers : this.#attention;
    notifier.add(this.#named(store.id, message), change.id, store.id === this.#stores.currentStoreId ? null : store.id);
  }

  /** With the store's name if it is not the shown one. */
  #named(storeId: string, message: string): string {
    if (storeId === this.#stores.currentStoreId) return message;
    const store = cutInMiddle(this.#stores.get(storeId)?.name ?? '', MAX_NAME_LENGTH);
    return t.toasts.inStore({ store, message });
  }
}
