// What the app tells on its own, shown until it is closed.
import { basename } from 'node:path';
import type { Notice } from '../../shared/contract.ts';
import type { SetAside } from '../storage/set-aside.ts';

export class Notices {
  readonly #now: () => number;
  readonly #onChange: () => void;
  #all: readonly Notice[] = [];
  #told = 0;

  constructor(now: () => number, onChange: () => void) {
    this.#now = now;
    this.#onChange = onChange;
  }

  all(): Notice[] {
    return [...this.#all];
  }

  tell(kind: Notice['kind'], title: string, message: string): void {
    this.#told += 1;
    this.#all = [...this.#all, { id: `notice-${this.#told}-${this.#now()}`, kind, title, message }];
    this.#onChange();
  }

  /** A file could not be read and was set aside. */
  tellSetAside({ file, movedTo, reason, kept }: SetAside): void {
    console.error(`Set aside ${file} as ${movedTo}: ${reason}`);
    const rest = kept > 0 ? `${kept} records of it could be read and are in use.` : 'Everything else was loaded.';
    const message = `${basename(file)} could not be read (${reason}). It was kept, unchanged, as ${movedTo}. ${rest}`;
    this.tell('error', 'A damaged file was set aside', message);
  }

  dismiss(id: string): void {
    this.#all = this.#all.filter((notice) => notice.id !== id);
    this.#onChange();
  }
}
