// What an open store gets from the app around it.
import type { CatalogCopies, Recovery } from '../catalog/open-catalog.ts';
import type { Network } from '../service/network.ts';
import type { Timeouts } from '../service/transport.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { StoreContext, StoreDeps } from '../store-context.ts';
import type { Change } from '../sync/outbox/change.ts';

export interface OpenStoreDeps extends StoreDeps {
  readonly folder: string;
  readonly network: Network;
  readonly onSetAside: OnSetAside;
  /** A change was sent and settled, or needs the seller. */
  readonly onOutcome: (store: StoreContext, change: Change) => void;
  /** A change was settled, and its result is in the catalog. */
  readonly onSettled?: (store: StoreContext, change: Change) => void;
  /** The catalog is open, and the outbox is loaded. */
  readonly onStarted?: (store: StoreContext) => void;
  /** Resolves when nothing else uses the catalog. */
  readonly onClosing?: () => Promise<void>;
  /** While it closes: nothing is sent any more, all results are on disk, and the catalog is still open. */
  readonly onIdle?: (store: StoreContext) => Promise<void>;
  /** What replaces a damaged catalog. */
  readonly copies?: CatalogCopies;
  /** The catalog showed damage in this run. */
  readonly isDamaged?: boolean;
  readonly onRecovery?: (recovery: Recovery) => void;
  /** The catalog turned out to be damaged; the store has to be reopened. */
  readonly onDamage?: (store: StoreContext) => void;
  /** The service answered 401. */
  readonly onSignedOut: () => void;
  /** For tests. */
  readonly timeouts?: Timeouts;
  /** How long closing waits for answers, in ms. For tests. */
  readonly closingGraceMs?: number;
}
