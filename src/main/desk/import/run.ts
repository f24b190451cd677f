// Makes the links of an import, some hundred at a time, each batch one durable write; can be stopped between them.
import { setImmediate } from 'node:timers/promises';
import { texts } from '../../../shared/texts/main.ts';
import type { Draft } from '../../outbox/parts.ts';
import type { Collection } from '../../storage/collection.ts';
import { StorageError } from '../../storage/durable-file.ts';
import type { OpenStore } from '../open-store.ts';
import type { ImportRecord, StoredRow } from './records.ts';

const words = texts.linkImport.stopped;
/** How many links are accepted in one write. */
const LINKS_AT_A_TIME = 250;

type Link = NonNullable<StoredRow['link']>;

/** Whether a link was accepted once: the outbox or the catalogue knows it, deleted ones among them. */
export const isAccepted = (store: OpenStore, linkId: string): boolean =>
  store.catalogue.links.latest(linkId) !== undefined || store.outbox.knows(linkId);

export class ImportRun {
  /** Resolves when it has ended, by itself or stopped; never rejects. */
  readonly ended: Promise<void>;
  readonly #store: OpenStore;
  readonly #records: Collection<ImportRecord>;
  readonly #id: string;
  readonly #rows: readonly StoredRow[];
  #halted: 'seller' | 'closing' | null = null;
  #stopped = '';

  constructor(store: OpenStore, records: Collection<ImportRecord>, id: string, rows: readonly StoredRow[]) {
    this.#store = store;
    this.#records = records;
    this.#id = id;
    this.#rows = rows;
    this.ended = this.#work();
  }

  /** Why it stopped before all was made; empty where it did not, while it runs, and where the app was closed. */
  get stopped(): string {
    return this.#stopped;
  }

  /** The seller wants no more of its links. */
  cancel(): void {
    this.#halted ??= 'seller';
  }

  /** The app closes. Nothing is noted of it, as after a crash: at the next start it is told, and can be gone on with. */
  interrupt(): void {
    this.#halted ??= 'closing';
  }

  async #work(): Promise<void> {
    // The caller goes on first, so that the window hears of the import before its links come.
    await setImmediate();
    const made = new Set<number>();
    try {
      const missing = await this.#makeAll(made);
      if (this.#halted === 'closing') this.#stopped = '';
      else if (missing > 0) this.#stopped = words.productGone(missing);
      else if (this.#halted) this.#stopped = words.cancelled;
    } catch (error) {
      if (!(error instanceof StorageError)) console.error('The links of an import could not be made', error);
      this.#stopped = words.because((error as Error).message);
    }
    await this.#note(made, this.#stopped).catch((error: unknown) => {
      // Which rows are made is certain all the same: the catalogue knows their links.
      console.error('How far an import came could not be noted', error);
    });
  }

  /** Gives how many rows could not be made because their product is gone. */
  async #makeAll(made: Set<number>): Promise<number> {
    let missing = 0;
    let batch: { readonly at: number; readonly link: Link }[] = [];
    const accept = async () => {
      if (batch.length === 0) return;
      const now = batch;
      batch = [];
      await this.#store.outbox.accept(now.map(({ link }) => draftOf(link)));
      for (const { at } of now) made.add(at);
      await this.#note(made, '');
      await setImmediate();
    };
    const before = this.#records.get(this.#id)?.made ?? '';
    for (const [at, { chosen, link }] of this.#rows.entries()) {
      if (this.#halted) break;
      if (!chosen || link === null) continue;
      if (before[at] === '1') continue;
      if (isAccepted(this.#store, link.id)) made.add(at);
      else if (!this.#hasProduct(link)) missing += 1;
      else batch.push({ at, link });
      if (batch.length >= LINKS_AT_A_TIME) await accept();
    }
    if (!this.#halted) await accept();
    return missing;
  }

  #hasProduct({ productId }: Link): boolean {
    const product = this.#store.catalogue.products.get(productId);
    return product !== undefined && product.deletedAt === null;
  }

  async #note(made: ReadonlySet<number>, stopped: string): Promise<void> {
    const record = this.#records.get(this.#id);
    if (!record) return;
    const signs = [...record.made];
    for (const at of made) signs[at] = '1';
    await this.#records.commit({
      put: [{ ...record, rev: this.#store.parts.stamper.stamp(), made: signs.join(''), stopped, settled: null }],
    });
  }
}

const draftOf = ({ id, productId, draft }: Link): Draft => ({
  subject: id,
  payload: { kind: 'link.create', productId, draft },
  waitsFor: [productId],
});
