// What the app tells on its own, shown until it is closed. Files that were set aside are told in one notice.
import { basename, dirname } from 'node:path';
import type { Notice } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import type { SetAside } from '../storage/set-aside.ts';
import { sentences } from '../sync/wording.ts';

const words = texts.stores.damaged;

/** What lies in a folder or a file of the data folder, for the seller. */
const CONTENTS: Readonly<Record<string, string>> = words.contents;

const contentsOf = (file: string): string =>
  CONTENTS[basename(dirname(file))] ?? CONTENTS[basename(file)] ?? basename(file);

/** A parser's words, fit to be read: no control characters, not too long. */
const readable = (reason: string): string => {
  const clean = reason.replace(/\p{Cc}+/gu, ' ').trim();
  return clean.length > 120 ? `${clean.slice(0, 120)}…` : clean;
};

/** What takes longer than this is shown, in ms. */
const LONG_MS = 1_000;

export class Notices {
  readonly #now: () => number;
  readonly #onChange: () => void;
  #all: readonly Notice[] = [];
  #told = 0;
  /** What the notice of files that were set aside tells, as long as it is not closed. */
  #setAside: { readonly id: string; readonly files: readonly SetAside[] } | null = null;

  constructor(now: () => number, onChange: () => void) {
    this.#now = now;
    this.#onChange = onChange;
  }

  all(): Notice[] {
    return [...this.#all];
  }

  /** What stands there already is not told twice. */
  tell(kind: Notice['kind'], title: string, message: string, offers?: Notice['offers']): void {
    if (this.#all.some((notice) => notice.title === title && notice.message === message)) return;
    const others = offers ? this.#all.filter((notice) => notice.offers !== offers) : this.#all;
    this.#all = [...others, { id: this.#newId(), kind, title, message, ...(offers && { offers }) }];
    this.#onChange();
  }

  /**
   * Returns what reports how far something has come, from 0 to 1. It is shown once it takes long, until it ends or the
   * seller closes it.
   */
  progress(title: () => string, message: (percent: number) => string): (fraction: number) => void {
    let percent = 0;
    let shown: string | null = null;
    let timer: NodeJS.Timeout | null = null;
    const notice = (id: string): Notice => ({ id, kind: 'information', title: title(), message: message(percent) });
    const show = () => {
      shown = this.#newId();
      this.#all = [...this.#all, notice(shown)];
      this.#onChange();
    };
    return (fraction) => {
      const before = percent;
      percent = Math.floor(fraction * 100);
      if (fraction >= 1) {
        if (timer) clearTimeout(timer);
        if (shown) this.dismiss(shown);
        [percent, shown, timer] = [0, null, null];
        return;
      }
      // Some work reports only its beginning and its end.
      timer ??= setTimeout(show, LONG_MS).unref();
      if (shown === null || percent === before) return;
      const id = shown;
      this.#all = this.#all.map((each) => (each.id === id ? notice(id) : each));
      this.#onChange();
    };
  }

  /** A file could not be read and was set aside. */
  tellSetAside(event: SetAside): void {
    console.error(`Set aside ${event.file} as ${event.movedTo}: ${event.reason}`);
    const before = this.#setAside;
    const { id, files } = before
      ? { id: before.id, files: [...before.files, event] }
      : { id: this.#newId(), files: [event] };
    this.#setAside = { id, files };
    const notice: Notice = { id, kind: 'error', ...setAsideInWords(files) };
    this.#all = before ? this.#all.map((each) => (each.id === id ? notice : each)) : [...this.#all, notice];
    this.#onChange();
  }

  dismiss(id: string): void {
    this.#all = this.#all.filter((notice) => notice.id !== id);
    if (this.#setAside?.id === id) this.#setAside = null;
    this.#onChange();
  }

  /** What it offers is done, or not wanted. */
  withdraw(offers: Notice['offers']): void {
    this.#all = this.#all.filter((notice) => notice.offers !== offers);
    this.#onChange();
  }

  #newId(): string {
    this.#told += 1;
    return `notice-${this.#told}-${this.#now()}`;
  }
}

function setAsideInWords(files: readonly SetAside[]): { readonly title: string; readonly message: string } {
  const [first] = files;
  if (files.length === 1 && first) {
    return {
      title: words.one,
      message: sentences(
        words.oneHeld(contentsOf(first.file), readable(first.reason), first.movedTo),
        first.kept > 0 ? words.recordsInUse(first.kept) : words.restLoaded,
        words.wayBack,
      ),
    };
  }
  const counts = new Map<string, number>();
  for (const { file } of files) counts.set(contentsOf(file), (counts.get(contentsOf(file)) ?? 0) + 1);
  const kinds = [...counts].map(([what, count]) => words.filesOf(what, count)).join(', ');
  return {
    title: words.several(files.length),
    message: sentences(words.severalHeld(kinds), words.restLoaded, words.wayBack),
  };
}
