// What the window is told of what happens in a store, whether it is the one that is shown or not.
import { cutInMiddle } from '../../shared/text.ts';
import { type Action, needsSeller } from '../outbox/action.ts';
import { UNKNOWN_ANSWER } from '../outbox/policy.ts';
import type { Notices } from './notices.ts';
import type { OpenStore, StoreParts } from './open-store.ts';
import type { StoreList } from './store-list.ts';
import { gathered, type Tell, tellAttention } from './told.ts';
import { titleOf } from './views.ts';
import { explain } from './wording.ts';

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
    this.#attention = tellAttention(parts.tell, (count) => `${count} changes need your attention; see Sync.`);
    this.#unknownAnswers = tellAttention(
      parts.tell,
      (count) => `${count} changes: ${UNKNOWN_ANSWER} Look on your store's page; see the history under Sync.`,
    );
  }

  stop(): void {
    this.#stopped = true;
    this.#attention.stop();
    this.#unknownAnswers.stop();
  }

  /** What a store is opened with, so that its news are told. */
  of(storeId: string): Pick<StoreParts, 'onChange' | 'onTurn' | 'onImported' | 'onImportLeft' | 'onSignedOut'> {
    const { stores, notices, tell, frameChanged } = this.#parts;
    const recordsChanged = gathered(() => {
      if (this.#stopped || stores.currentStoreId !== storeId) return;
      tell('records.changed', { storeId, products: true, links: true, actions: true, webhook: true, inbox: false });
    });
    return {
      onChange: () => {
        recordsChanged.poke();
        frameChanged();
      },
      onTurn: (store, action) => this.#turned(store, action),
      onImported: (name, synced) => {
        const have = synced === 1 ? '1 link has its' : `${synced.toLocaleString('en')} links have their`;
        const message = `The import "${cutInMiddle(name)}" is done: ${have} checkout address.`;
        tell('told', { kind: 'success', message, actionId: null });
      },
      onImportLeft: (name, made, chosen) =>
        notices.tell(
          'warning',
          'An import was not finished',
          `"${cutInMiddle(name)}": ${made.toLocaleString('en')} of ${chosen.toLocaleString('en')} links were created before the app was closed, and they are saved. Go on with the rest under Payment links, "Import links from CSV".`,
        ),
      onSignedOut: () => {
        frameChanged();
        const where = storeId === stores.currentStoreId ? '' : `In the store "${stores.get(storeId)?.name}": `;
        const message = `${where}The service asks for a new sign-in. Changes wait, and nothing is lost.`;
        tell('told', { kind: 'attention', message, actionId: null });
      },
    };
  }

  /** Tells what needs the seller; what went well shows by itself. */
  #turned(store: OpenStore, action: Action): void {
    const isUnknown = action.result?.kind === 'accepted' && action.result.note === UNKNOWN_ANSWER;
    if (!needsSeller(action) && !isUnknown) return;
    const look = isUnknown ? " Look on your store's page." : '';
    const words = `${titleOf(store, action)}: ${explain(action, store.status(), null)}${look}`;
    const told = isUnknown ? this.#unknownAnswers : this.#attention;
    if (store.id === this.#parts.stores.currentStoreId) told.needs(words, action.id);
    else told.needs(`In the store "${store.parts.record().name}": ${words}`, null);
  }
}
