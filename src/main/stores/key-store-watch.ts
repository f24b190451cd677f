// Asks a locked key store again, until it gives out what the stores need.
import type { Vault } from '../storage/vault.ts';

/** How often a locked key store is asked again, in ms. */
const AGAIN_MS = 30_000;

/** How long the start waits for the key store, in ms. */
const START_MS = 5_000;

export class KeyStoreWatch {
  readonly #vault: Vault;
  readonly #platform: string;
  /** The key store was asked; it may have given out a sign-in. */
  readonly #onAsked: () => void;
  #isStopped = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(vault: Vault, platform: string, onAsked: () => void) {
    this.#vault = vault;
    this.#platform = platform;
    this.#onAsked = onAsked;
  }

  /**
   * So that no store is shown as signed out whose sign-in can be read. The system may ask for a password first: then the
   * window opens meanwhile, with the sign-ins locked until `unlock` ends.
   */
  async readAtStart(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, START_MS);
    });
    await Promise.race([this.unlock(), limit]);
    clearTimeout(timer);
  }

  /** Asks a locked key store again, and sends what waits in the stores whose sign-in it gives out. */
  async unlock(): Promise<void> {
    if (this.#vault.isSettled) return;
    try {
      await this.#vault.unlock();
    } catch (error) {
      console.error('The key store was read, but the secrets on disk could not be brought up to date', error);
    }
    if (!this.#isStopped) this.#onAsked();
  }

  /** Not on macOS, where each question may open a dialog of the system: there "Sync now" and waking up ask again. */
  start(): void {
    if (this.#platform === 'darwin' || !this.#vault.isLocked) return;
    this.#timer = setInterval(() => {
      void this.unlock().then(() => {
        if (!this.#vault.isLocked) clearInterval(this.#timer ?? undefined);
      });
    }, AGAIN_MS);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer ?? undefined);
  }
}
