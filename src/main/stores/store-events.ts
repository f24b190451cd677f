// Turns events of stores into events and notices for the window.

import { sentences } from '../../shared/sentences.ts';
import { cutInMiddle, cutTitle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';
import { type Change, needsSeller } from '../sync/outbox/change.ts';
import { UNKNOWN_ANSWER } from '../sync/outbox/policy.ts';
import { titleOf } from '../sync/views.ts';
import { explain } from '../sync/wording.ts';
import { throttle } from '../turns.ts';
import type { Notices } from './notices.ts';
import type { OpenStore, OpenStoreDeps } from './open-store.ts';
import type { StoreRegistry } from './store-registry.ts';

const t = texts.stores;
/** A store's name in front of a message, in characters. */
const MAX_NAME_LENGTH = 40;
/** Changes that need the seller within this many ms share one notification. */
const ATTENTION_MS = 500;

export interface StoreEventsDeps {
  readonly stores: StoreRegistry;
  readonly notices: Notices;
  readonly emit: Emit;
  /** The window's frame has to be updated. */
  readonly frameChanged: () => void;
}

export class StoreEvents {
  readonly #deps: StoreEventsDeps;
  readonly #attention: ReturnType<typeof attentionNotifier>;
  readonly #unknownAnswers: ReturnType<typeof attentionNotifier>;
  #stopped = false;

  constructor(deps: StoreEventsDeps) {
    this.#deps = deps;
    this.#attention = attentionNotifier(deps.emit, (count) => texts.changes.toasts.needAttention({ count }), '#/sync');
    this.#unknownAnswers = attentionNotifier(
      deps.emit,
      (count) => texts.changes.toasts.unknownAnswers({ count }),
      '#/sync/history',
    );
  }

  stop(): void {
    this.#stopped = true;
    this.#attention.stop();
    this.#unknownAnswers.stop();
  }

  /** The callbacks of an open store. */
  of(storeId: string): Pick<OpenStoreDeps, 'onChange' | 'onOutcome' | 'onRecovery' | 'onImported' | 'onSignedOut'> {
    const { stores, notices, emit, frameChanged } = this.#deps;
    const recordsChanged = throttle(() => {
      if (this.#stopped || stores.currentStoreId !== storeId) return;
      emit('records.changed', { storeId, products: true, links: true, changes: true, webhook: true, inbox: false });
    });
    const name = () => stores.get(storeId)?.name ?? '';
    const { damaged, missing, restored, empty } = t.catalogDamage;
    return {
      onRecovery: ({ reason, keptAs, copyAt }) => {
        const happened = reason === 'missing' ? missing : damaged({ keptAs: keptAs ?? '' });
        const title = copyAt === null ? empty.title({ store: name() }) : restored.title({ store: name() });
        const message = copyAt === null ? empty.message : restored.message({ from: new Date(copyAt) });
        notices.add('error', title, sentences(happened, message));
      },
      onChange: () => {
        recordsChanged.schedule();
        frameChanged();
      },
      onOutcome: (store, change) => this.#notify(store, change),
      onImported: (name, synced, bad) => {
        const message = t.toasts.imported({ file: cutInMiddle(name), links: synced, bad });
        emit('toast', { kind: 'success', message, changeId: null, to: null });
      },
      onSignedOut: () => {
        frameChanged();
        const { signedOut } = t.toasts;
        const message = storeId === stores.currentStoreId ? signedOut : inOtherStore(name(), signedOut);
        emit('toast', { kind: 'attention', message, changeId: null, to: null, signedOutOf: storeId });
      },
    };
  }

  /** Notifies only of what needs the seller. */
  #notify(store: OpenStore, change: Change): void {
    const isUnknown = change.result?.kind === 'accepted' && change.result.note === UNKNOWN_ANSWER;
    if (!needsSeller(change) && !isUnknown) return;
    const { title, lookOnPage } = texts.changes.toasts;
    const explanation = sentences(explain(change, store.status()), isUnknown ? lookOnPage : '');
    const message = title({ title: cutTitle(titleOf(store, change)), explanation });
    const notifier = isUnknown ? this.#unknownAnswers : this.#attention;
    const isShown = store.id === this.#deps.stores.currentStoreId;
    notifier.add(message, change.id, isShown ? null : { id: store.id, name: store.deps.record().name });
  }
}

const inOtherStore = (name: string, message: string): string =>
  t.toasts.inStore({ store: cutInMiddle(name, MAX_NAME_LENGTH), message });

interface Waiting {
  readonly words: string;
  readonly changeId: string;
  /** Its store; null for the shown one. */
  readonly other: { readonly id: string; readonly name: string } | null;
}

/**
 * Notifies of changes that need the seller: one by its text, several by their number with a link to `screen`, unless they
 * are of different stores.
 */
export function attentionNotifier(
  emit: Emit,
  several: (count: number) => string,
  screen: string,
): { add(words: string, changeId: string, other: Waiting['other']): void; stop(): void } {
  let waiting: Waiting[] = [];
  const round = throttle(() => {
    const due = waiting;
    waiting = [];
    const [only] = due;
    if (!only) return;
    const kind = 'attention';
    const { words, changeId, other } = only;
    const isOneStore = due.every((one) => one.other?.id === other?.id);
    if (!isOneStore) {
      emit('toast', { kind, message: several(due.length), changeId: null, to: null });
      return;
    }
    const message = due.length > 1 ? several(due.length) : words;
    emit('toast', {
      kind,
      message: other ? inOtherStore(other.name, message) : message,
      ...(due.length > 1 ? { changeId: null, to: screen } : { changeId, to: `#/sync/${changeId}` }),
      ...(other && { storeId: other.id }),
    });
  }, ATTENTION_MS);
  return {
    add(words, changeId, other) {
      waiting.push({ words, changeId, other });
      round.schedule();
    },
    stop: round.stop,
  };
}
