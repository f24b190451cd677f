// Notices in the window, shown until dismissed.
import { randomUUID } from 'node:crypto';
import type { Notice } from '../../shared/contract/app.ts';
import { sentences } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Recovery } from '../catalog/open-catalog.ts';
import type { SetAside } from '../storage/set-aside.ts';

const t = texts.stores.damaged;

export class Notices {
  #all: readonly Notice[] = [];

  constructor(private readonly onChange: () => void) {}

  all(): Notice[] {
    return [...this.#all];
  }

  /** Does nothing if the same notice is already shown. */
  add(kind: Notice['kind'], title: string, message: string): void {
    if (this.#all.some((notice) => notice.title === title && notice.message === message)) return;
    this.#all = [...this.#all, { id: randomUUID(), kind, title, message }];
    this.onChange();
  }

  addSetAside({ file, movedTo, reason, kept }: SetAside, what: string): void {
    console.error(`Set aside ${file} as ${movedTo}: ${reason}`);
    const happened = t.oneHeld({ what, reason: reason.slice(0, 120), keptAs: movedTo });
    const remainder = kept > 0 ? t.recordsInUse({ count: kept }) : t.restLoaded;
    this.add('error', t.one, sentences(happened, remainder, t.wayBack));
  }

  /** `store`: the name of the store whose catalog was replaced. */
  addRecovery(store: string, { keptAs, copyAt }: Recovery): void {
    const { damaged, missing, restored, empty } = texts.stores.catalogDamage;
    const happened = keptAs === null ? missing : damaged({ keptAs });
    const title = copyAt === null ? empty.title({ store }) : restored.title({ store });
    const message = copyAt === null ? empty.message : restored.message({ from: new Date(copyAt) });
    this.add('error', title, sentences(happened, message));
  }

  dismiss(id: string): void {
    this.#all = this.#all.filter((notice) => notice.id !== id);
    this.onChange();
  }
}
