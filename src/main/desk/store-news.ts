// What the window is told of what happens in a store, whether it is the one that is shown or not.
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Action, needsSeller } from '../outbox/action.ts';
import { UNKNOWN_ANSWER } from '../outbox/policy.ts';
import type { Notices } from './notices.ts';
import type { OpenStore, StoreParts } from './open-store.ts';
import type { StoreList } from './store-list.ts';
import { gathered, type Tell, tellAttention } from './told.ts';
import { titleOf } from './views.ts';
import { explain, sentences } from './wording.ts';

const words = texts.stores;
/** Characters of a store's name, after which stands what happened. */
const LONGEST_NAME = 40;

export interface NewsParts {
  readonly stores: StoreList;
  readonly notices: Notices;
  readonly tell: Tell;
  /** What the window's frame shows has changed. */
  readonly frameChanged: () => void;
}

export class StoreNews {
  readonly #parts: NewsParts;
  readonly #attention: ReturnType<typeof tellAttention>;
  readonly #unknownAnswers: ReturnType<typeof tellAttention>;
  #stopped = false;

  constructor(parts: NewsParts) {
    this.#parts = parts;
    this.#attention = tellAttention(parts.tell, texts.changes.told.needAttention, '#/sync');
    this.#unknownAnswers = tellAttention(parts.tell, texts.changes.told.unknownAnswers, '#/sync/history');
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
    StoreParts,
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
    const { stores, notices, tell, frameChanged } = this.#parts;
    const recordsChanged = gathered(() => {
      if (this.#stopped || stores.currentStoreId !== storeId) return;
      tell('records.changed', { storeId, products: true, links: true, actions: true, webhook: true, inbox: false });
    });
    const name = () => stores.get(storeId)?.name ?? '';
    const { updating, updatingAt } = words.notices;
    const { damaged, missing, restored, empty, logMissing, logMissingMeans, noSnapshot, noSnapshotBecause } =
      words.catalogDamage;
    return {
      onUpdating: notices.progress(() => updating(name()), updatingAt),
      onRecovery: ({ why, keptAs, snapshotAt }) => {
        const happened = why === 'missing' ? missing : damaged(keptAs ?? '');
        const title = snapshotAt === null ? empty.title(name()) : restored.title(name());
        const message = snapshotAt === null ? empty.message : restored.message(new Date(snapshotAt));
        notices.tell('error', title, sentences(happened, message));
      },
      onLogMissing: () => notices.tell('warning', logMissing(name()), logMissingMeans),
      onSnapshotFailure: (reason) => notices.tell('information', noSnapshot(name()), noSnapshotBecause(reason)),
      onChange: () => {
        recordsChanged.poke();
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
  #turned(store: OpenStore, action: Action): void {
    const isUnknown = action.result?.kind === 'accepted' && action.result.note === UNKNOWN_ANSWER;
    if (!needsSeller(action) && !isUnknown) return;
    const { title, lookOnPage } = texts.changes.told;
    const explanation = sentences(explain(action, store.status(), null), isUnknown ? lookOnPage : '');
    const message = title(cutInMiddle(titleOf(store, action)), explanation);
    const told = isUnknown ? this.#unknownAnswers : this.#attention;
    if (store.id === this.#parts.stores.currentStoreId) told.needs(message, action.id);
    else told.needs(words.told.inStore(cutInMiddle(store.parts.record().name, LONGEST_NAME), message), null);
  }
}
