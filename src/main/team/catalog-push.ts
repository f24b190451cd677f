// Sends rows of a catalog that the team's server lacks, each only if the server still has the revision that the row replaces.
import type { Catalog } from '../catalog/catalog.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { Unshared } from '../catalog/sharing.ts';
import type { Stamper } from '../storage/stamp.ts';
import { Repeated } from '../turns.ts';
import type { SharedFact, SharedFacts } from '../webhook/shared-facts.ts';
import type { Presence } from './membership.ts';
import { keyOf, type Shared, sealShared, sharedRow, takeEntries, takeFact } from './shared-records.ts';
import { entryOf, put, refusalOf, type TeamServer } from './stream.ts';

export interface CatalogShareDeps {
  /** The key of the store, from `storeKey`. */
  readonly store: string;
  readonly catalog: Catalog;
  readonly facts: SharedFacts;
  readonly stamper: Stamper;
  readonly onProgress: () => void;
  /** Called after rows of other computers were stored, with the sales that count only since then. */
  readonly onTaken: (verified: readonly SaleRecord[]) => void;
  /** What this computer tells the others about itself. */
  readonly presence: () => Presence;
  /** Called with what a computer, this one too, tells about itself; null if it has left. `at`: by the server's clock. */
  readonly onPresence: (publicKey: string, presence: Presence | null, at: number) => void;
}

/** At most this many rows are in flight. */
const SENT_AT_ONCE = 100;
const PAUSE_MS = { usual: 60_000, least: 0 };

export class CatalogPush {
  /** Nothing is sent before the stream has been read. */
  mayStart = false;
  /** Changes that cannot be sent on this connection, by their rows. A row that has changed again is tried again. */
  readonly #skipped = new Map<string, { readonly change: number; readonly isNewer: boolean }>();
  readonly #sending = new Repeated(() => this.#sendAll(), PAUSE_MS);

  /** `signal` ends it. */
  constructor(
    private readonly server: TeamServer,
    private readonly deps: CatalogShareDeps,
    private readonly signal: AbortSignal,
  ) {}

  /** Call when a row may have been marked. */
  changed(): void {
    this.#sending.hurry();
  }

  /** Changes of records that a newer version of the app has written. */
  get newer(): number {
    return [...this.#skipped.values()].filter(({ isNewer }) => isNewer).length;
  }

  /** Rejects with errors of the server and with `StorageError`. */
  run(): Promise<void> {
    return this.#sending.run(this.signal);
  }

  async #sendAll(): Promise<void> {
    const { catalog } = this.deps;
    while (this.mayStart && !this.signal.aborted) {
      const marked = catalog.sharing.unshared(SENT_AT_ONCE + this.#skipped.size);
      const isSkipped = (row: Unshared) => this.#skipped.get(nameOf(row))?.change === row.change;
      const rows = marked.filter((row) => !isSkipped(row)).slice(0, SENT_AT_ONCE);
      if (rows.length === 0) return;
      const sent = await Promise.all(rows.map((row) => this.#sendOne(row)));
      const taken = sent.filter((one) => one !== null);
      catalog.transaction(() => {
        for (const { row, revision } of taken) catalog.sharing.sent(row, revision);
      });
      for (const { row } of taken) this.#skipped.delete(nameOf(row));
    }
  }

  /** Resolves to null if the server did not take the row. */
  async #sendOne(row: Unshared): Promise<{ readonly row: Unshared; readonly revision: number } | null> {
    const { store, catalog } = this.deps;
    const { keys } = this.server;
    const { kind, id } = row;
    const shared = this.#shared(row);
    if (!shared || isOwnBusiness(shared)) {
      catalog.transaction(() => catalog.sharing.set(kind, id, catalog.sharing.revisionOf(kind, id), false));
      return null;
    }
    const key = keyOf(keys, store, kind, id);
    try {
      const replaces = catalog.sharing.revisionOf(kind, id);
      return { row, revision: await put(this.server, key, sealShared(keys, key, shared), replaces) };
    } catch (error) {
      const why = refusalOf(error);
      if (why === null) throw error;
      if (why === 'conflict') await this.#takePresent(row, key);
      else {
        console.error(`The team's server does not take a ${kind} of this size`);
        this.#skip(row, false);
      }
      return null;
    }
  }

  #shared({ kind, id }: Unshared): Shared | undefined {
    const { catalog, facts, stamper } = this.deps;
    if (kind !== 'fact') return sharedRow(catalog, stamper.device, kind, id);
    const record = facts.get(id as SharedFact['id']);
    return record ? { kind, record } : undefined;
  }

  /** Merges the server's other revision, like one from the stream. The next turn sends what still differs. */
  async #takePresent(row: Unshared, key: string): Promise<void> {
    const { catalog, facts, stamper, onTaken } = this.deps;
    const present = await entryOf(this.server, key);
    const result = catalog.transaction(() => {
      catalog.sharing.set(row.kind, row.id, present?.seq ?? 0, true);
      return takeEntries(this.server.keys, catalog, stamper, present ? [present] : [])[0];
    });
    if (result === 'newer') {
      // An edit of this version is not to replace it either.
      catalog.transaction(() => catalog.sharing.set(row.kind, row.id, 0, true));
      return this.#skip(row, true);
    }
    if (present && row.kind === 'fact') await takeFact(this.server.keys, catalog, facts, present);
    // The next turn replaces an entry that cannot be read.
    if (result && result !== 'unreadable') onTaken(result.verified ? [result.verified] : []);
  }

  #skip(row: Unshared, isNewer: boolean): void {
    this.#skipped.set(nameOf(row), { change: row.change, isNewer });
    this.deps.onProgress();
  }
}

const nameOf = ({ kind, id }: Unshared): string => `${kind} ${id}`;

/** A delivery without the right key is not a sale until a seller marks it, and each computer receives it on its own. */
const isOwnBusiness = (shared: Shared): boolean =>
  shared.kind === 'sale' && !shared.record.verified && shared.record.override === undefined;
