// The state of the window's frame, sent to the window whenever it changes.
import type { Frame } from '../../shared/contract/app.ts';
import type { InboxView } from '../../shared/inbox.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';
import type { Emit } from '../handlers.ts';
import type { NewSales } from '../sales/new-sales.ts';
import type { Vault } from '../storage/vault.ts';
import type { Notices } from '../stores/notices.ts';
import type { StoreManager } from '../stores/store-manager.ts';
import type { StoreRegistry } from '../stores/store-registry.ts';
import { viewOf } from '../stores/store-view.ts';
import { webhookMark } from '../webhook/webhook.ts';
import type { AppSettings } from './settings.ts';
import type { TourGuide } from './tour.ts';

export interface FrameDeps {
  readonly app: Pick<Frame, 'version' | 'platform' | 'dataFolder'>;
  /** The app does not run in Electron. */
  readonly isStandIn: boolean;
  readonly registry: StoreRegistry;
  readonly manager: StoreManager;
  readonly settings: AppSettings;
  readonly vault: Vault;
  readonly notices: Notices;
  readonly tour: TourGuide;
  readonly newSales: NewSales;
  readonly inbox: () => InboxView;
  readonly emit: Emit;
}

/** Not the practice store, nor any other service on this computer. */
const isRealStore = (serviceAddress: string): boolean => !isLoopbackHost(new URL(serviceAddress).hostname);

export class FrameState {
  readonly #deps: FrameDeps;
  #isStopped = false;

  constructor(deps: FrameDeps) {
    this.#deps = deps;
  }

  send(): void {
    if (this.#isStopped) return;
    const { manager, tour, emit } = this.#deps;
    const status = manager.shownPractice()?.status();
    if (status?.workOffline && status.waiting > 0) tour.record('waits-offline');
    emit('frame.changed', this.value());
  }

  stop(): void {
    this.#isStopped = true;
  }

  value(): Frame {
    const { app, isStandIn, registry, manager, settings, vault, notices, tour, newSales } = this.#deps;
    const { currentStoreId } = registry;
    const shown = manager.find(currentStoreId);
    return {
      ...app,
      stores: manager.all().map(viewOf),
      currentStoreId: shown ? currentStoreId : null,
      status: shown?.status() ?? null,
      isUnsafe: isStandIn && shown !== undefined && isRealStore(shown.deps.record().serviceAddress),
      settings: settings.value,
      keepsSignIn: vault.isPersistent,
      notices: notices.all(),
      marks: {
        sales: shown ? newSales.mark(shown) : null,
        webhook: shown ? webhookMark(shown, this.#deps.inbox()) : null,
      },
      tour: manager.shownPractice() ? tour.tour : null,
    };
  }
}
