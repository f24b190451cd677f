// What the app gets from the system around it: Electron, or a test.
import type { Emit } from '../handlers.ts';
import type { Network } from '../service/network.ts';
import type { KeyStore } from '../storage/vault.ts';
import type { StoreContext } from '../store-context.ts';
import type { PracticeStarter } from '../stores/auth.ts';
import type { Change } from '../sync/outbox/change.ts';

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
  /** How long a closing store waits for answers, in ms. For tests. */
  readonly closingGraceMs?: number;
  /** See `StoreDeps`. */
  readonly deletionGraceMs?: number;
  /** A change was sent and settled, or needs the seller. */
  readonly onSettled?: (store: StoreContext, change: Change) => void;
}
