// Accepts the links of an import, a few hundred at a time; can be stopped in between.
import { setImmediate } from 'node:timers/promises';
import type { LinkDraft } from '../../shared/payment-link.ts';
import { sentences } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import type { ImportRowRecord } from '../catalog/imports.ts';
import { contentHash } from '../catalog/link-keys.ts';
import type { BatchingStore } from '../links/batches.ts';
import { StorageError } from '../storage/durable-file.ts';
import { linkCreation } from '../sync/outbox/action.ts';
import { MAX_CHANGES } from '../sync/outbox/queue-files.ts';
import { countAlike } from './compare-rows.ts';

const t = texts.linkImport.stopped;
/** Links per write. */
const LINKS_AT_A_TIME = 250;

interface Link {
  readonly id: string;
  readonly productId: string;
  readonly draft: LinkDraft;
  /** Empty for none. */
  readonly note: string;
}

export class ImportRun {
  /** Resolves when the run is over, finished or stopped; never rejects. */
  readonly ended: Promise<void>;
  readonly #store: BatchingStore;
  readonly #id: string;
  #halted: 'seller' | 'closing' | null = null;
  #stopped = '';
  /** How many rows were left out; unknown until all are checked. */
  #leftOut = 0;
  readonly #comparison: ((link: Link) => boolean) | null;

  /** @param compares whether rows are left out of which links were created since the import began */
  constructor(store: BatchingStore, id: string, compares: boolean) {
    this.#store = store;
    this.#id = id;
    this.#comparison = compares ? this.#createdSince() : null;
    this.ended = this.#work();
  }

  /** Why it stopped early; empty if it did not, while it runs, and after the app was closed. */
  get stopped(): string {
    return this.#stopped;
  }

  /** Cancelled by the seller. */
  cancel(): void {
    this.#halted ??= 'seller';
  }

  /** The app closes. Nothing is stored, as after a crash: the next start goes on with it. */
  interrupt(): void {
    this.#halted ??= 'closing';
  }

  async #work(): Promise<void> {
    // Lets the caller continue first, so that the window shows the import before its links.
    await setImmediate();
    try {
      this.#storeStop('');
      const { missing, leftOut } = await this.#createAll();
      if (!this.#halted) this.#leftOut = leftOut;
      if (this.#halted !== 'closing') {
        const productGone = missing > 0 ? [t.productGone({ rows: missing })] : [];
        const rest = this.#halted ? [t.cancelled] : leftOut > 0 ? [t.leftOut({ rows: leftOut })] : [];
        this.#stopped = sentences(...productGone, ...rest);
      }
    } catch (error) {
      if (!(error instanceof StorageError)) console.error('The links of an import could not be created', error);
      this.#stopped = t.because({ reason: (error as Error).message });
    }
    try {
      this.#storeStop(this.#stopped);
    } catch (error) {
      console.error('Why an import stopped could not be stored', error);
    }
  }

  /** Returns how many rows were not created because their product is gone, and how many were left out. */
  async #createAll(): Promise<{ missing: number; leftOut: number }> {
    const { catalog, outbox, batches } = this.#store;
    const {
      rows: rowCount = 0,
      chosen: total = 0,
      name = '',
      createdAt: acceptedAt = 0,
    } = catalog.imports.get(this.#id) ?? {};
    if (total > MAX_CHANGES) batches.begin({ id: this.#id, kind: 'import', name, acceptedAt, total });
    let missing = 0;
    let leftOut = 0;
    for (let from = 0; from < rowCount && !this.#halted; from += LINKS_AT_A_TIME) {
      const rows = catalog.imports.notCreated(this.#id, from, LINKS_AT_A_TIME);
      // The outbox may have the link already when the disk refused its row.
      const links = rows.flatMap(linkOf).filter(({ id }) => !outbox.hasActionsOn(id));
      const wanted = links.filter((link) => !this.#comparison?.(link));
      leftOut += links.length - wanted.length;
      const creatable = wanted.filter(({ productId }) => catalog.products.active(productId));
      missing += wanted.length - creatable.length;
      if (creatable.length > 0) await this.#accept(creatable);
      await setImmediate();
    }
    return { missing, leftOut };
  }

  /** Few links go into the queue at once; many are a batch. */
  async #accept(links: readonly Link[]): Promise<void> {
    const { catalog, outbox, batches } = this.#store;
    const record = catalog.imports.get(this.#id);
    if (!record || record.chosen <= MAX_CHANGES) {
      await outbox.accept(links.map(({ id, productId, draft, note }) => linkCreation(id, productId, draft, note)));
      return;
    }
    const { createdAt: acceptedAt } = record;
    const staged = links.map(({ note, ...link }) => ({ ...link, note: note || undefined, acceptedAt }));
    if (!(await batches.add(this.#id, staged))) this.cancel();
  }

  /**
   * The result returns, for rows in their order, whether a link like each was created since the import began. Of equal
   * rows, it returns true for as many as there are such links.
   */
  #createdSince(): (link: Link) => boolean {
    const time = this.#store.catalog.imports.get(this.#id)?.createdAt ?? 0;
    const since = { time, importId: this.#id };
    const left = new Map<string, number>();
    return ({ productId, draft }) => {
      const content = contentHash(productId, draft);
      const alike = left.get(content) ?? countAlike(this.#store, content, Number.POSITIVE_INFINITY, since);
      left.set(content, Math.max(0, alike - 1));
      return alike > 0;
    };
  }

  #storeStop(stopped: string): void {
    const { catalog, deps } = this.#store;
    const record = catalog.imports.get(this.#id);
    const leftOut = this.#leftOut;
    if (!record || (record.stopped === stopped && (record.leftOut ?? 0) === leftOut && record.settled === null)) return;
    const rev = deps.stamper.stamp();
    catalog.transaction(() => catalog.imports.put({ ...record, rev, stopped, leftOut, settled: null }));
  }
}

function linkOf({ linkId: id, findings: { productId, draft, note } }: ImportRowRecord): Link | never[] {
  return id === null || productId === null || draft === null ? [] : { id, productId, draft, note };
}
