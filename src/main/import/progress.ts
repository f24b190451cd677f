// The progress of imports, and which of them have all their addresses.
import { setImmediate } from 'node:timers/promises';
import type { ImportView } from '../../shared/link-import.ts';
import type { ImportRecord } from '../catalog/records.ts';
import { StorageError } from '../storage/durable-file.ts';
import type { StoreContext } from '../store-context.ts';
import { throttle } from '../turns.ts';

/** Interval of checks whether all addresses of an import have arrived, in ms. */
const LOOK_MS = 500;

/** The creation of links, by import id. */
export interface Creating {
  isRunning(id: string): boolean;
  /** Whether links of any import are being created. */
  isAny(): boolean;
  /** Why it stopped, even if the disk was too full to store that; undefined if it has not run since the app started. */
  stopped(id: string): string | undefined;
}

export class ImportProgress {
  readonly #store: StoreContext;
  readonly #creating: Creating;
  readonly #look = throttle(() => void this.#settle(), LOOK_MS);
  #settling = false;
  #stopped = false;

  constructor(store: StoreContext, creating: Creating) {
    this.#store = store;
    this.#creating = creating;
  }

  /** Looks soon whether all addresses of an import have come. */
  look(): void {
    if (!this.#stopped) this.#look.schedule();
  }

  stop(): void {
    this.#stopped = true;
    this.#look.stop();
  }

  view(record: ImportRecord): ImportView {
    const { id, name, createdAt: at, rows, bad, chosen } = record;
    const running = this.#creating.isRunning(id);
    const stopped = running ? '' : (this.#creating.stopped(id) ?? record.stopped);
    const { created: made, ...counts } = this.#store.catalog.imports.counts(id);
    const leftOut = running ? 0 : (record.leftOut ?? 0);
    const otherRuns = !running && this.#creating.isAny();
    return { id, name, at, rows, bad, chosen, running, otherRuns, stopped, leftOut, made, ...counts };
  }

  /** Stores and reports which imports have all their addresses. */
  async #settle(): Promise<void> {
    if (this.#settling || this.#stopped) return;
    this.#settling = true;
    const { catalog, deps } = this.#store;
    const { stamper, now, onImported, onChange } = deps;
    try {
      for (const record of catalog.imports.all()) {
        if (record.settled || this.#creating.isRunning(record.id) || this.#stopped) continue;
        const { made, chosen, synced, waiting, attention, bad } = this.view(record);
        if (made < chosen || waiting + attention > 0) continue;
        const settled = { ...record, rev: stamper.stamp(), settled: { at: now(), synced } };
        catalog.transaction(() => catalog.imports.put(settled));
        onImported?.(record.name, synced, bad);
        onChange();
        await setImmediate();
      }
    } catch (error) {
      // The disk refused; the next change tries again.
      if (!(error instanceof StorageError)) throw error;
      console.error('It could not be stored that an import has all its addresses', error);
    } finally {
      this.#settling = false;
    }
  }
}
