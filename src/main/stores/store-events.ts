// What the window is told of what happens in a store, whether it is the one that is shown or not.
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Tell, tellAttention, throttle } from '../notifier.ts';
import { type Action, needsSeller } from '../sync/outbox/action.ts';
import { UNKNOWN_ANSWER } from '../sync/outbox/policy.ts';
import { titleOf } from '../sync/views.ts';
import { explain, sentences } from '../sync/wording.ts';
import type { Notices } from './notices.ts';
import type { StoreRegistry } from './store-registry.ts';
import type { StoreSession, StoreSessionDeps } from './store-session.ts';

const words = texts.stores;
/** Characters of a store's name, after which stands what happened. */
const LONGEST_NAME = 40;

export interface StoreEventsDeps {
  readonly stores: StoreRegistry;
  readonly notices: Notices;
  readonly tell: Tell;
  /** What the window's frame shows has changed. */
  readonly frameChanged: () => void;
}

export class StoreEvents {
  readonly #deps: StoreEventsDeps;
  readonly #attention: ReturnType<typeof tellAttention>;
  readonly #unknownAnswers: ReturnType<typeof tellAttention>;
  #stopped = false;

  constructor(deps: StoreEventsDeps) {
    this.#deps = deps;
    this.#attention = tellAttention(deps.tell, texts.changes.told.needAttention, '#/sync');
    this.#unknownAnswers = tellAttention(deps.tell, texts.changes.told.unknownAnswers, '#/sync/history');
  }

  stop(): void {
    this.#stopped = true;
    this.#attention.stop();
    this.#unknownAnswers.stop();
  }

  /** What a store is opened with, so that its news are told. */
  of(
    storeId: string,
  ): Pick<
    StoreSessionDeps,
    | 'onChange'
    | 'onTurn'
    | 'onUpdating'
    | 'onRecovery'
    | 'onLogMissing'
    | 'onSnapshotFailure'
    | 'onImported'
    | 'onImportLeft'
    | 'onSignedOut'
  > {
    const { stores, notices, tell, frameChanged } = this.#deps;
    const recordsChanged = throttle(() => {
      if (this.#stopped || stores.currentStoreId !== storeId) return;
      tell('records.changed', { storeId, products: true, links: true, actions: true, webhook: true, inbox: false });
    });
    const name = () => stores.get(storeId)?.name ?? '';
    const { updating, updatingAt } = words.notices;
    const { damaged, missing, restored, empty, logMissing, logMissingMeans, noSnapshot, noSnapshotBecause } =
      words.catalogDamage;
    return {
      onUpdating: notices.progress(() => updating(name()), updatingAt),
      onRecovery: ({ reason: why, keptAs, snapshotAt }) => {
        const happened = why === 'missing' ? missing : damaged(keptAs ?? '');
        const title = snapshotAt === null ? empty.title(name()) : restored.title(name());
        const message = snapshotAt === null ? empty.message : restored.message(new Date(snapshotAt));
        notices.tell('error', title, sentences(happened, message));
      },
      onLogMissing: () => notices.tell('warning', logMissing(name()), logMissingMeans),
      onSnapshotFailure: (reason) => notices.tell('information', noSnapshot(name()), noSnapshotBecause(reason)),
      onChange: () => {
        recordsChanged.schedule();
        frameChanged();
      },
      onTurn: (store, action) => this.#turned(store, action),
      onImported: (name, synced) => {
        const message = words.told.imported(cutInMiddle(name), synced);
        tell('told', { kind: 'success', message, actionId: null, to: null });
      },
      onImportLeft: (name, made, chosen) =>
        notices.tell('warning', words.notices.importLeft, words.notices.importLeftAt(cutInMiddle(name), made, chosen)),
      onSignedOut: () => {
        frameChanged();
        const { signedOut, inStore } = words.told;
        const message =
          storeId === stores.currentStoreId ? signedOut : inStore(cutInMiddle(name(), LONGEST_NAME), signedOut);
        tell('told', { kind: 'attention', message, actionId: null, to: null });
      },
    };
  }

  /** Tells what needs the seller; what went well shows by itself. */
  #turned(store: StoreSession, action: Action): void {
    const isUnknown = action.result?.kind === 'accepted' && action.result.note === UNKNOWN_ANSWER;
    if (!needsSeller(action) && !isUnknown) return;
    const { title, lookOnPage } = texts.changes.told;
    const explanation = sentences(explain(action, store.status(), null), isUnknown ? lookOnPage : '');
    const message = title(cutInMiddle(titleOf(store, action)), explanation);
    const told = isUnknown ? this.#unknownAnswers : this.#attention;
    if (store.id === this.#deps.stores.currentStoreId) told.needs(message, action.id);
    else told.needs(words.told.inStore(cutInMiddle(store.deps.record().name, LONGEST_NAME), message), null);
  }
}
