// Notices in the window, shown until dismissed. Files that were set aside share one notice.
import { basename, dirname } from 'node:path';
import type { Notice } from '../../shared/contract/app.ts';
import { enumerated, sentences } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import type { SetAside } from '../storage/set-aside.ts';

const t = texts.stores.damaged;

/** Names of the contents of the data folder for the seller. */
const CONTENTS: Readonly<Record<string, string>> = t.contents;

const contentsOf = (file: string): string =>
  CONTENTS[basename(dirname(file))] ?? CONTENTS[basename(file)] ?? basename(file);

/** A parser's message without control characters, shortened. */
const readable = (reason: string): string => {
  const clean = reason.replace(/\p{Cc}+/gu, ' ').trim();
  return clean.length > 120 ? `${clean.slice(0, 120)}…` : clean;
};

export class Notices {
  readonly #now: () => number;
  readonly #onChange: () => void;
  #all: readonly Notice[] = [];
  #count = 0;
  /** The files in the current notice about files that were set aside. */
  #setAside: { readonly id: string; readonly files: readonly SetAside[] } | null = null;

  constructor(now: () => number, onChange: () => void) {
    this.#now = now;
    this.#onChange = onChange;
  }

  all(): Notice[] {
    return [...this.#all];
  }

  /** Does nothing where the same notice is shown already. */
  add(kind: Notice['kind'], title: string, message: string): void {
    if (this.#all.some((notice) => notice.title === title && notice.message === message)) return;
    this.#all = [...this.#all, { id: this.#newId(), kind, title, message }];
    this.#onChange();
  }

  addSetAside(event: SetAside): void {
    console.error(`Set aside ${event.file} as ${event.movedTo}: ${event.reason}`);
    const before = this.#setAside;
    const { id, files } = before
      ? { id: before.id, files: [...before.files, event] }
      : { id: this.#newId(), files: [event] };
    this.#setAside = { id, files };
    const notice: Notice = { id, kind: 'error', ...describeSetAside(files) };
    this.#all = before ? this.#all.map((each) => (each.id === id ? notice : each)) : [...this.#all, notice];
    this.#onChange();
  }

  dismiss(id: string): void {
    this.#all = this.#all.filter((notice) => notice.id !== id);
    if (this.#setAside?.id === id) this.#setAside = null;
    this.#onChange();
  }

  #newId(): string {
    this.#count += 1;
    return `notice-${this.#count}-${this.#now()}`;
  }
}

function describeSetAside(files: readonly SetAside[]): { readonly title: string; readonly message: string } {
  const [first] = files;
  if (files.length === 1 && first) {
    return {
      title: t.one,
      message: sentences(
        t.oneHeld({ contents: contentsOf(first.file), reason: readable(first.reason), keptAs: first.movedTo }),
        first.kept > 0 ? t.recordsInUse({ count: first.kept }) : t.restLoaded,
        t.wayBack,
      ),
    };
  }
  const counts = new Map<string, number>();
  for (const { file } of files) counts.set(contentsOf(file), (counts.get(contentsOf(file)) ?? 0) + 1);
  const kinds = enumerated([...counts].map(([what, count]) => t.filesOf({ contents: what, count })));
  return {
    title: t.several({ count: files.length }),
    message: sentences(t.severalHeld({ contents: kinds }), t.restLoaded, t.wayBack),
  };
}
