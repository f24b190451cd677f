// Marks a database as in use, in a file beside it. A mark found at start means that the last run crashed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFileNow, syncFolderNow } from '../storage/folders.ts';

/**
 * `opening`: nothing was written yet. `open`: there is a write-ahead log. `closing`: the log may be gone, in order.
 * `damaged`: an error has shown damage.
 */
type State = 'opening' | 'open' | 'closing' | 'damaged';

export class UseMark {
  readonly #path: string;
  #state: State | null;

  constructor(path: string) {
    this.#path = path;
    this.#state = stateIn(path);
  }

  /** At first what the last run has left; null where it ended in order. */
  get state(): State | null {
    return this.#state;
  }

  /** Damage stays until `begin`. A disk that refuses costs a check that was not needed, or one that was: it is only logged. */
  set(state: State): void {
    if (this.#state === 'damaged') return;
    this.#state = state;
    this.#write(state);
  }

  /** Durable when it returns: from here on a crash is noticed. */
  begin(): void {
    this.#state = 'opening';
    this.#write('opening');
  }

  #write(state: State): void {
    try {
      writeFileSync(this.#path, state, { mode: 0o600 });
      syncFileNow(this.#path);
      syncFolderNow(dirname(this.#path));
    } catch (error) {
      console.warn('It could not be marked that the catalog is in use', error);
    }
  }

  /** The database was closed in order. Damage stays marked. */
  remove(): void {
    if (this.#state === 'damaged') return;
    this.#state = null;
    rmSync(this.#path, { force: true });
  }
}

function stateIn(path: string): State | null {
  try {
    const text = readFileSync(path, 'utf8');
    return text === 'open' || text === 'closing' || text === 'damaged' ? text : 'opening';
  } catch {
    return null;
  }
}
