// What the app needs from Electron or a test, and its parts as an opened store sees them.
import type { Backups } from '../backup/backups.ts';
import type { Emit } from '../handlers.ts';
import type { StoredSales } from '../sales/sales.ts';
import type { Network } from '../service/network.ts';
import type { Timeouts } from '../service/transport.ts';
import type { Stamper } from '../storage/stamp.ts';
import type { KeyStore, Vault } from '../storage/vault.ts';
import type { StoreContext } from '../store-context.ts';
import type { PracticeStarter } from '../stores/auth.ts';
import type { Notices } from '../stores/notices.ts';
import type { StoreManager } from '../stores/store-manager.ts';
import type { StoreRegistry } from '../stores/store-registry.ts';
import type { Change } from '../sync/outbox/change.ts';
import type { Team } from '../team/team.ts';
import type { Inbox } from '../webhook/inbox/inbox.ts';
import type { AppSettings } from './settings.ts';

export interface AppDeps {
  readonly dataFolder: string;
  readonly version: string;
  readonly platform: string;
  readonly keyStore: KeyStore;
  readonly network: Network;
  readonly practice: PracticeStarter;
  readonly emit: Emit;
  /** Returns a new name for this computer; called on the first start. */
  readonly newDevice: () => string;
  readonly now: () => number;
  readonly random: () => number;
  /** The app does not run in Electron. */
  readonly isStandIn?: boolean;
  /** For tests. */
  readonly timeouts?: Timeouts;
  /** How long a closing store waits for answers, in ms. For tests. */
  readonly closingGraceMs?: number;
  /** See `StoreDeps`. */
  readonly deletionGraceMs?: number;
  /** A change was sent and settled, or needs the seller. */
  readonly onSettled?: (store: StoreContext, change: Change) => void;
}

export interface AppParts {
  readonly deps: AppDeps;
  readonly registry: StoreRegistry;
  readonly manager: StoreManager;
  readonly settings: AppSettings;
  readonly vault: Vault;
  readonly stamper: Stamper;
  readonly notices: Notices;
  readonly backups: Backups;
  readonly team: Team;
  readonly inbox: Inbox;
  readonly isClosed: boolean;
  /** Call when keys may have changed: verifies stored deliveries again. */
  readonly verifyAgain: { schedule(): void };
  /** Call when the state of the window's frame may have changed. */
  frameChanged(): void;
  salesCame(storeId: string, sales: StoredSales): void;
}
