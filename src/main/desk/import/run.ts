// Creates the links of an import, some hundred at a time, each batch one durable write; can be stopped between them.
import { setImmediate } from 'node:timers/promises';
import { texts } from '../../../shared/texts/main.ts';
import type { ImportRowRecord } from '../../catalog/records.ts';
import type { Draft } from '../../outbox/parts.ts';
import { StorageError } from '../../storage/durable-file.ts';
import type { OpenStore } from '../open-store.ts';

const words = texts.linkImport.stopped;
/** How many links are accepted in one write. */
const LINKS_AT_A_TIME = 250;

type Link = NonNullable<ImportRowRecord['link']>;

export class ImportRun {
  /** Resolves when it has ended, by itself or stopped; never rejects. */
  readonly ended: Promise<void>;
  readonly #store: OpenStore;
  readonly #id: string;
  #halted: 'seller' | 'closing' | null = null;
  #stopped = '';

  constructor(store: OpenStore, id: string) {
    this.#store = store;
    this.#id = id;
    this.ended = this.#work();
  }

  /** Why it stopped before all was created; empty where it did not, while it runs, and where the app was closed. */
  get stopped(): string {
    return this.#stopped;
  }

  /** The seller wants no more of its links. */
  cancel(): void {
    this.#halted ??= 'seller';
  }

  /** The app closes. Nothing is stored of it, as after a crash: the next start tells it, and it can be resumed. */
  interrupt(): void {
    this.#halted ??= 'closing';
  }

  async #work(): Promise<void> {
    // Lets the caller continue first, so that the window shows the import before its links.
    await setImmediate();
    try {
      this.#storeStop('');
      const missing = await this.#createAll();
      if (this.#halted === 'closing') this.#stopped = '';
      else if (missing > 0) this.#stopped = words.productGone(missing);
      else if (this.#halted) this.#stopped = words.cancelled;
    } catch (error) {
      if (!(error instanceof StorageError)) console.error('The links of an import could not be created', error);
      this.#stopped = words.because((error as Error).message);
    }
    try {
      this.#storeStop(this.#stopped);
    } catch (error) {
      console.error('Why an import stopped could not be stored', error);
    }
  }

  /** Returns how many rows could not be created because their product is gone. */
  async #createAll(): Promise<number> {
    const { catalog, outbox } = this.#store;
    const rowCount = catalog.imports.get(this.#id)?.rows ?? 0;
    let missing = 0;
    for (let from = 0; from < rowCount && !this.#halted; from += LINKS_AT_A_TIME) {
      const rows = catalog.imports.notCreated(this.#id, from, LINKS_AT_A_TIME);
      // The outbox may have one already whose row the disk has refused.
      const links = rows.flatMap(({ row: { link } }) => (link && !outbox.knows(link.id) ? link : []));
      const creatable = links.filter(({ productId }) => catalog.products.active(productId));
      missing += links.length - creatable.length;
      if (creatable.length > 0) await outbox.accept(creatable.map(draftOf));
      await setImmediate();
    }
    return missing;
  }

  #storeStop(stopped: string): void {
    const { catalog, parts } = this.#store;
    const record = catalog.imports.get(this.#id);
    if (!record || (record.stopped === stopped && record.settled === null)) return;
    catalog.transaction(() => catalog.imports.put({ ...record, rev: parts.stamper.stamp(), stopped, settled: null }));
  }
}

const draftOf = ({ id, productId, draft }: Link): Draft => ({
  subject: id,
  payload: { kind: 'link.create', productId, draft },
  waitsFor: [productId],
});
