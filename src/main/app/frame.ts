// The state of the window's frame, sent to the window whenever it changes.
import type { Frame } from '../../shared/contract/app.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';
import { viewOf } from '../stores/store-view.ts';
import { webhookMark } from '../webhook/webhook.ts';
import type { AppParts } from './app-deps.ts';

/** Excludes the practice store and any other service on this computer. */
const isRealStore = (serviceAddress: string): boolean => !isLoopbackHost(new URL(serviceAddress).hostname);

export class FrameState {
  constructor(private readonly app: AppParts) {}

  send(): void {
    const { isClosed, manager, tour, deps } = this.app;
    if (isClosed) return;
    const status = manager.shownPractice()?.status();
    if (status?.workOffline && status.waiting > 0) tour.record('offline');
    deps.emit('frame.changed', this.value());
  }

  value(): Frame {
    const { deps, registry, manager, settings, vault, notices, tour, newSales, inbox } = this.app;
    const { version, platform, dataFolder, isStandIn = false } = deps;
    const { currentStoreId } = registry;
    const store = manager.find(currentStoreId);
    return {
      ...{ version, platform, dataFolder },
      stores: manager.all().map(viewOf),
      currentStoreId: store ? currentStoreId : null,
      status: store?.status() ?? null,
      isUnsafe: isStandIn && store !== undefined && isRealStore(store.deps.record().serviceAddress),
      settings: settings.value,
      keepsSignIn: vault.isPersistent,
      notices: notices.all(),
      marks: {
        sales: store ? newSales.mark(store) : null,
        webhook: store ? webhookMark(store, inbox.view()) : null,
      },
      tour: manager.shownPractice() ? tour.tour : null,
    };
  }
}
