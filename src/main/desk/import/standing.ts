// How the imports that were begun stand: counted from their rows, and noted once all their addresses have come.
import { setImmediate } from 'node:timers/promises';
import type { ImportView } from '../../../shared/link-import.ts';
import type { Collection } from '../../storage/collection.ts';
import { StorageError } from '../../storage/durable-file.ts';
import type { OpenStore } from '../open-store.ts';
import { gathered } from '../told.ts';
import type { BegunRows } from './begun-rows.ts';
import type { ImportRecord } from './records.ts';
import { countRows } from './views.ts';

/** Between two looks at whether all addresses of an import have come, ms. */
const LOOK_MS = 500;
/** What was counted is given out for at most this many ms more, less where counting is quick. */
const AGAIN_MS = 400;

/** What is known of the making of links, by the import's id. */
export interface Making {
  isRunning(id: string): boolean;
  /** Why it stopped, also where the disk was too full to note it; undefined where it has not run since the start. */
  stopped(id: string): string | undefined;
}

export class ImportStanding {
  readonly #store: OpenStore;
  readonly #records: Collection<ImportRecord>;
  readonly #rows: BegunRows;
  readonly #making: Making;
  readonly #counted = new Map<string, { readonly view: ImportView; readonly until: number }>();
  readonly #look = gathered(() => void this.#settle(), LOOK_MS);
  readonly #again = gathered(() => {
    this.#look.poke();
    this.#store.parts.onChange();
  }, AGAIN_MS);
  #settling = false;
  #stopped = false;

  constructor(store: OpenStore, records: Collection<ImportRecord>, rows: BegunRows, making: Making) {
    this.#store = store;
    this.#records = records;
    this.#rows = rows;
    this.#making = making;
  }

  /** Looks soon whether all addresses of an import have come. */
  look(): void {
    if (!this.#stopped) this.#look.poke();
  }

  stop(): void {
    this.#stopped = true;
    this.#look.stop();
    this.#again.stop();
  }

  /** How an import stands. A long one is not counted again at every change: what is given can be a moment old. */
  view(record: ImportRecord): ImportView {
    const known = this.#counted.get(record.id);
    const running = this.#making.isRunning(record.id);
    if (known && known.view.running === running && performance.now() < known.until) {
      this.#again.poke();
      return known.view;
    }
    const began = performance.now();
    const view = this.#count(record, running);
    const took = performance.now() - began;
    this.#counted.set(record.id, { view, until: performance.now() + Math.min(AGAIN_MS, took * 10) });
    return view;
  }

  #count(record: ImportRecord, running: boolean): ImportView {
    const { id, name, createdAt: at, rows, bad, chosen, settled } = record;
    const stopped = running ? '' : (this.#making.stopped(id) ?? record.stopped);
    const head = { id, name, at, rows, bad, chosen, running, stopped };
    if (settled && !this.#rows.has(id)) {
      const made = madeOf(record);
      return { ...head, made, synced: settled.synced, waiting: 0, attention: 0, deleted: made - settled.synced };
    }
    return { ...head, ...countRows(this.#store, record, this.#rows.of(id)) };
  }

  /** Notes which imports have all their addresses, and tells it. */
  async #settle(): Promise<void> {
    if (this.#settling || this.#stopped) return;
    this.#settling = true;
    const { stamper, now, onImported, onChange } = this.#store.parts;
    try {
      for (const record of [...this.#records.values()]) {
        if (record.settled || this.#making.isRunning(record.id)) continue;
        const { made, chosen, synced, deleted } = this.view(record);
        if (made < chosen || synced + deleted < made) continue;
        await this.#records.commit({ put: [{ ...record, rev: stamper.stamp(), settled: { at: now(), synced } }] });
        onImported?.(record.name, synced);
        onChange();
        await setImmediate();
      }
    } catch (error) {
      // The disk refused; it is looked at again with the next change.
      if (!(error instanceof StorageError)) throw error;
      console.error('It could not be noted that an import has all its addresses', error);
    } finally {
      this.#settling = false;
    }
  }
}

/** How many links of an import are accepted. */
export const madeOf = ({ made }: ImportRecord): number => made.split('1').length - 1;
