// Retries a locked key store until it is unlocked.
import type { Vault } from '../storage/vault.ts';

const RETRY_MS = 30_000;

const START_TIMEOUT_MS = 5_000;

export class KeyStoreWatch {
  readonly #vault: Vault;
  readonly #platform: string;
  /** Called after each try; a sign-in may be available now. */
  readonly #onUnlock: () => void;
  #isStopped = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(vault: Vault, platform: string, onAsked: () => void) {
    this.#vault = vault;
    this.#platform = platform;
    this.#onUnlock = onAsked;
  }

  /**
   * Waits for the key store, so that signed-in stores are not shown as signed out. Not for longer than the timeout, because the
   * system may ask for a password first.
   */
  async readAtStart(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, START_TIMEOUT_MS);
    });
    await Promise.race([this.unlock(), limit]);
    clearTimeout(timer);
  }

  async unlock(): Promise<void> {
    if (this.#vault.isSettled) return;
    try {
      await this.#vault.unlock();
    } catch (error) {
      console.error('The key store was read, but the secrets on disk could not be brought up to date', error);
    }
    if (!this.#isStopped) this.#onUnlock();
  }

  /** Not on macOS, where each try may open a system dialog; "Sync now" and waking up retry there. */
  start(): void {
    if (this.#platform === 'darwin' || !this.#vault.isLocked) return;
    this.#timer = setInterval(() => {
      void this.unlock().then(() => {
        if (!this.#vault.isLocked) clearInterval(this.#timer ?? undefined);
      });
    }, RETRY_MS);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer ?? undefined);
  }
}
