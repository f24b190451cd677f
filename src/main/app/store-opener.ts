// Opens a store as part of the app: what it needs of the other parts, and what they hear of it.
import type { Backups } from '../backup/backups.ts';
import type { StoredSales } from '../sales/sales.ts';
import type { Stamper } from '../storage/stamp.ts';
import type { Vault } from '../storage/vault.ts';
import type { StoreRecord } from '../store-record.ts';
import type { Notices } from '../stores/notices.ts';
import { OpenStore } from '../stores/open-store.ts';
import type { OpenStores } from '../stores/open-stores.ts';
import type { StoreEvents } from '../stores/store-events.ts';
import type { StoreManager } from '../stores/store-manager.ts';
import type { StoreRegistry } from '../stores/store-registry.ts';
import type { Team } from '../team/team.ts';
import type { Inbox } from '../webhook/inbox/inbox.ts';
import { changedCheckout } from '../webhook/shared-facts.ts';
import type { AppDeps } from './app-deps.ts';
import type { AppSettings } from './settings.ts';
import { storeDocuments } from './shared-documents.ts';
import type { TourGuide } from './tour.ts';

/** The parts of the app that an open store works with. */
interface StoreHost {
  readonly deps: AppDeps;
  readonly registry: StoreRegistry;
  readonly openStores: OpenStores;
  readonly manager: StoreManager;
  readonly events: StoreEvents;
  readonly settings: AppSettings;
  readonly vault: Vault;
  readonly stamper: Stamper;
  readonly notices: Notices;
  readonly backups: Backups;
  readonly team: Team;
  readonly tour: TourGuide;
  readonly inbox: Inbox;
  readonly isClosed: boolean;
  readonly verifyAgain: { schedule(): void };
  salesCame(storeId: string, sales: StoredSales): void;
}

/** @param opened what is used of it while it is not in the list */
export function openStoreOf(app: StoreHost, opened: StoreRecord, isDamaged: boolean): OpenStore {
  const { network, now, random, closingGraceMs, deletionGraceMs } = app.deps;
  const { id: storeId } = opened;
  const record = (): StoreRecord => app.registry.get(storeId) ?? opened;
  const events = app.events.of(storeId);
  return new OpenStore({
    ...events,
    onChange: () => {
      events.onChange();
      // Its keys may have changed.
      app.verifyAgain.schedule();
      // Not with the throttled events: other computers show a change as soon as this one does.
      app.team.rowsChanged(storeId);
    },
    onAccepted: (count) => app.backups.copies.changed(storeId, count),
    copies: app.backups.copies.of(storeId),
    isDamaged,
    folder: app.registry.folderOf(storeId),
    record,
    settings: () => app.settings.value,
    vault: app.vault,
    network,
    stamper: app.stamper,
    now,
    random,
    ...(closingGraceMs === undefined ? {} : { closingGraceMs }),
    ...(deletionGraceMs === undefined ? {} : { deletionGraceMs }),
    onSetAside: (event) => app.notices.addSetAside(event),
    computers: app.team.membership,
    onStarted: (store) => {
      const { practice, name, serviceAddress, email } = record();
      app.team.share({
        id: storeId,
        isPractice: practice,
        name,
        serviceAddress,
        email,
        catalog: store.catalog,
        documents: practice ? [] : storeDocuments(store, (change) => app.manager.change(storeId, change)),
        onTaken: (sales) => {
          app.openStores.get(storeId)?.others.rowsCame();
          app.salesCame(storeId, { counted: sales, questions: [] });
        },
        onDeliveries: (arrivals) => app.inbox.keepRelayed(storeId, arrivals),
      });
    },
    onClosing: () => app.team.release(storeId),
    onIdle: async (store) => {
      if (app.isClosed) await app.backups.copies.makeLast(store);
    },
    onDamage: (store) => void app.openStores.reopenDamaged(store),
    onSettled: (store, change) => {
      if (record().practice) app.tour.record(change.ending === 'sent' ? 'sent' : 'withdrawn');
      app.deps.onSettled?.(store, change);
    },
    onCheckoutAddress: (checkoutUrl, sellerSlug) => {
      const before = record();
      if (before.checkoutUrl !== null) return;
      const checkout = { checkoutUrl, sellerSlug };
      app.manager
        .change(storeId, before.checkoutStamp ? changedCheckout(before, checkout, app.stamper) : checkout)
        .catch((error: unknown) => console.error('The checkout address could not be kept', error));
    },
  });
}
