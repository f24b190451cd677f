// Opens stores as parts of the app: gives them what they need, and tells the other parts and the window what changes.
import { sentences } from '../../shared/sentences.ts';
import { cutInMiddle, cutTitle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Recovery } from '../catalog/open-catalog.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord } from '../store-record.ts';
import { OpenStore } from '../stores/open-store.ts';
import { titleOf } from '../sync/change-title.ts';
import type { Change } from '../sync/outbox/change.ts';
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
  /** Changes that need the seller, of which the window is not notified yet. */
  #attention: { readonly storeId: string; readonly message: string; readonly changeId: string }[] = [];
  readonly #notify = throttle(() => this.#notifyOfAttention(), ATTENTION_MS);
  readonly #recordsChanged = throttle(() => this.app.deps.emit('records.changed', { topic: 'records' }));

  constructor(private readonly app: AppParts) {}

  stop(): void {
    this.#notify.stop();
    this.#recordsChanged.stop();
  }

  /** @param opened the store's record until the store is in the list */
  open(opened: StoreRecord, isDamaged: boolean): OpenStore {
    const { app } = this;
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
      onAttention: (store, change) => this.#needsSeller(store, change),
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
          .change(id, previous.checkoutSavedAt ? changedCheckout(previous, checkout, now()) : checkout)
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
    this.app.notices.add('error', title, sentences(happened, message));
  }

  #needsSeller(store: StoreContext, change: Change): void {
    const title = cutTitle(titleOf(store, change));
    const message = texts.changes.toasts.title({ title, explanation: explain(store, change) });
    this.#attention.push({ storeId: store.id, message: this.#named(store.id, message), changeId: change.id });
    this.#notify.schedule();
  }

  /** Notifies of one change by its text, of several by their number. */
  #notifyOfAttention(): void {
    const [first, ...others] = this.#attention.splice(0);
    if (!first) return;
    const isOneStore = others.every(({ storeId }) => storeId === first.storeId);
    const inOther = isOneStore && first.storeId !== this.app.registry.currentStoreId ? { storeId: first.storeId } : {};
    const { message, changeId, to } =
      others.length === 0
        ? { ...first, to: `#/sync/${first.changeId}` }
        : {
            message: texts.changes.toasts.needAttention({ count: others.length + 1 }),
            changeId: null,
            to: isOneStore ? '#/sync' : null,
          };
    this.app.deps.emit('toast', { kind: 'attention', message, changeId, to, ...inOther });
  }

  /** The message, with the store's name in front unless the store is shown. */
  #named(storeId: string, message: string): string {
    const { registry } = this.app;
    if (storeId === registry.currentStoreId) return message;
    return t.toasts.inStore({ store: cutInMiddle(registry.get(storeId)?.name ?? '', MAX_NAME_LENGTH), message });
  }
}
