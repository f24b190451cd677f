// Marks a database as in use by a file beside it. A mark at start means that the last run crashed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFileNow, syncFolderNow } from '../storage/folders.ts';

/** `opening`: nothing written yet. `open`: there is a write-ahead log. `closing`: the log may be removed already. */
type State = 'opening' | 'open' | 'closing' | 'damaged';

export class UseMark {
  readonly #path: string;
  #state: State | null;

  constructor(path: string) {
    this.#path = path;
    this.#state = stateIn(path);
  }

  /** Initially the state that the last run left; null where it ended cleanly. */
  get state(): State | null {
    return this.#state;
  }

  /** `damaged` stays until `begin`. A failed write is only logged: it affects no data, only whether the next start checks it. */
  set(state: State): void {
    if (this.#state === 'damaged') return;
    this.#state = state;
    this.#write(state);
  }

  /** Durable when it returns, so that a crash from here on is detected. */
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

  /** After a clean close. `damaged` stays. */
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
