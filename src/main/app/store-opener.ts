// Opens stores as parts of the app: gives them what they need, and tells the other parts and the window what changes.

import { sentences } from '../../shared/sentences.ts';
import { cutInMiddle, cutTitle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Recovery } from '../catalog/open-catalog.ts';
import type { Emit } from '../handlers.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord } from '../store-record.ts';
import { OpenStore } from '../stores/open-store.ts';
import { titleOf } from '../sync/change-title.ts';
import { type Change, needsSeller } from '../sync/outbox/change.ts';
import { UNKNOWN_ANSWER } from '../sync/outbox/policy.ts';
import { explain } from '../sync/wording.ts';
import { throttle } from '../turns.ts';
import { changedCheckout, sharedFacts } from '../webhook/shared-facts.ts';
import type { AppParts } from './app-deps.ts';

const t = texts.stores;
/** The longest name of a store in front of a message, in characters. */
const MAX_NAME_LENGTH = 40;
/** Changes that need the seller within this many ms share one notification. */
const ATTENTION_MS = 500;

export class StoreOpener {
  readonly #app: AppParts;
  readonly #attention: ReturnType<typeof changesNotifier>;
  readonly #unknownAnswers: ReturnType<typeof changesNotifier>;
  readonly #recordsChanged = throttle(() => {
    const all = { products: true, links: true, changes: true, webhook: true, inbox: false };
    this.#app.deps.emit('records.changed', { storeId: this.#app.registry.currentStoreId ?? '', ...all });
  });

  constructor(app: AppParts) {
    this.#app = app;
    const { needAttention, unknownAnswers } = texts.changes.toasts;
    const { emit } = app.deps;
    this.#attention = changesNotifier(emit, (count) => needAttention({ count }), '#/sync');
    this.#unknownAnswers = changesNotifier(emit, (count) => unknownAnswers({ count }), '#/sync/history');
  }

  stop(): void {
    this.#attention.stop();
    this.#unknownAnswers.stop();
    this.#recordsChanged.stop();
  }

  /** @param opened the store's record until the store is in the list */
  open(opened: StoreRecord, isDamaged: boolean): OpenStore {
    const app = this.#app;
    const { network, now, random, closingGraceMs, deletionGraceMs, timeouts, onSettled, emit } = app.deps;
    const { registry, manager, settings, vault, stamper, notices, backups, team } = app;
    const { id } = opened;
    const record = (): StoreRecord => registry.get(id) ?? opened;
    return new OpenStore({
      ...{ record, isDamaged, vault, network, stamper, now, random },
      folder: registry.folderOf(id),
      settings: () => settings.value,
      computers: team.membership,
      copies: backups.copies.of(id),
      ...(timeouts === undefined ? {} : { timeouts }),
      ...(closingGraceMs === undefined ? {} : { closingGraceMs }),
      ...(deletionGraceMs === undefined ? {} : { deletionGraceMs }),
      onSetAside: (event) => notices.addSetAside(event),
      onRecovery: (recovery) => this.#recovered(record().name, recovery),
      onDamage: (store) => void manager.reopenDamaged(store),
      onStarted: (store) => {
        const { practice, name, serviceAddress, email } = record();
        team.share({
          ...{ id, isPractice: practice, name, serviceAddress, email, catalog: store.catalog },
          documents: practice ? [] : [sharedFacts(store, (change) => manager.change(id, change))],
          onTaken: (sales) => {
            manager.find(id)?.others.rowsCame();
            app.salesCame(id, { counted: sales, questions: [] });
          },
          onDeliveries: (...arrived) => app.inbox.keepRelayed(id, ...arrived),
        });
      },
      onChange: () => {
        if (registry.currentStoreId === id && !app.isClosed) this.#recordsChanged.schedule();
        app.frameChanged();
        // Its keys may have changed.
        app.verifyAgain.schedule();
        // Not throttled, so that other computers show a change as soon as this one.
        team.rowsChanged(id);
      },
      onOutcome: (store, change) => this.#notify(store, change),
      ...(onSettled === undefined ? {} : { onSettled }),
      onSignedOut: () => {
        app.frameChanged();
        const message = this.#named(id, t.toasts.signedOut);
        emit('toast', { kind: 'attention', message, changeId: null, to: null, signedOutOf: id });
      },
      onCheckoutAddress: (checkoutUrl, sellerSlug) => {
        const previous = record();
        if (previous.checkoutUrl !== null) return;
        const checkout = { checkoutUrl, sellerSlug };
        manager
          .change(id, previous.checkoutStamp ? changedCheckout(previous, checkout, stamper) : checkout)
          .catch((error: unknown) => console.error('The checkout address could not be kept', error));
      },
      onClosing: () => team.release(id),
      onIdle: async (store) => {
        if (app.isClosed) await backups.copies.makeLast(store);
      },
    });
  }

  #recovered(store: string, { reason, keptAs, copyAt }: Recovery): void {
    const { damaged, missing, restored, empty } = t.catalogDamage;
    const happened = reason === 'missing' ? missing : damaged({ keptAs: keptAs ?? '' });
    const title = copyAt === null ? empty.title({ store }) : restored.title({ store });
    const message = copyAt === null ? empty.message : restored.message({ from: new Date(copyAt) });
    this.#app.notices.add('error', title, sentences(happened, message));
  }

  /** Notifies only of what needs the seller. */
  #notify(store: StoreContext, change: Change): void {
    const isUnknown = change.result?.kind === 'accepted' && change.result.note === UNKNOWN_ANSWER;
    if (!needsSeller(change) && !isUnknown) return;
    const { title, lookOnPage } = texts.changes.toasts;
    const explanation = sentences(explain(store, change), isUnknown ? lookOnPage : '');
    const message = title({ title: cutTitle(titleOf(store, change)), explanation });
    const { currentStoreId } = this.#app.registry;
    const notifier = isUnknown ? this.#unknownAnswers : this.#attention;
    notifier.add(this.#named(store.id, message), change.id, store.id === currentStoreId ? null : store.id);
  }

  /** The message, with the store's name in front unless the store is shown. */
  #named(storeId: string, message: string): string {
    const { registry } = this.#app;
    if (storeId === registry.currentStoreId) return message;
    return t.toasts.inStore({ store: cutInMiddle(registry.get(storeId)?.name ?? '', MAX_NAME_LENGTH), message });
  }
}

/** Notifies of one change by its text, of several by their number. `storeId`: null for the shown store. */
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
