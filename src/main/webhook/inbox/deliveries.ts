// Stores the newest deliveries in a database.
import { setImmediate } from 'node:timers/promises';
import type { DeliveryRow } from '../../../shared/inbox.ts';
import { texts } from '../../../shared/texts/main.ts';
import { DamagedDatabaseError, type Database } from '../../storage/database.ts';
import { StorageError } from '../../storage/durable-file.ts';
import { createExclusive } from '../../storage/exclusive.ts';
import type { OnSetAside } from '../../storage/set-aside.ts';
import { closeDeliveries, openDeliveries, setAsideDeliveries } from './delivery-database.ts';
import * as table from './delivery-table.ts';
import type { NewDelivery } from './new-delivery.ts';
import type { Kept } from './record.ts';
import * as relay from './relay-table.ts';
import { WriteQueue } from './write-queue.ts';

const t = texts.inbox.kept;

const REMOVED_AT_ONCE = 50;

export interface DeliveriesDeps {
  readonly folder: string;
  readonly onSetAside: OnSetAside;
  /** New deliveries are on disk. */
  readonly onKept: (deliveries: readonly Kept[]) => void;
  /** A damaged database was replaced by an empty one. */
  readonly onReplaced: () => void;
}

export interface DeliveryQuery {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

/** A delivery of a team's relay. `id`: its id on the stream; `at`: when the relay received it, ms since 1970. */
export interface NewRelayed extends NewDelivery {
  readonly relayed: { readonly id: string; readonly at: number };
}

/** Longer than a stream keeps deliveries, in ms. */
const RELAYED_REMEMBERED_MS = 90 * 24 * 60 * 60_000;

export class Deliveries {
  readonly #deps: DeliveriesDeps;
  /** Serializes opening, writing and closing. Reads are synchronous. */
  readonly #runExclusive = createExclusive();
  #database: Database | null = null;
  /** Why there is no database. */
  #unavailable = notOpen();
  #isClosed = false;
  readonly #queue: WriteQueue;

  constructor(deps: DeliveriesDeps) {
    this.#deps = deps;
    this.#queue = new WriteQueue((batch) => this.#change((database) => insertAll(database, batch)), deps.onKept);
  }

  /**
   * Opens the database, unless it is open. Resolves with the id of the newest delivery, empty when there is none. Rejects
   * with `StorageError`, and may be called again then, or with `NewerVersionError`.
   */
  open(): Promise<string> {
    return this.#change(table.newestId);
  }

  /** Resolves when it is on disk; rejects with `StorageError`. */
  keep(delivery: NewDelivery): Promise<void> {
    return this.#queue.add(delivery);
  }

  // ---- a team's relay

  /**
   * Stores deliveries of a relay together with the position up to which its stream was read. Those that came before are left
   * out. Returns false, and stores nothing, where the position was lost with a damaged database. Rejects with `StorageError`;
   * then nothing was stored.
   *
   * @param continues false for the first position in a stream
   */
  async keepRelayed(
    deliveries: readonly NewRelayed[],
    team: string,
    position: relay.RelayPosition,
    continues: boolean,
  ): Promise<boolean> {
    const added = await this.#change((database) =>
      database.transaction(() => {
        if (continues && relay.position(database, team) === undefined) return null;
        const isNew = ({ relayed }: NewRelayed) => relay.addRelayed(database, relayed.id, relayed.at);
        const added = deliveries.filter(isNew);
        insertAll(database, added);
        const newest = Math.max(...deliveries.map(({ relayed }) => relayed.at));
        if (Number.isFinite(newest)) relay.forgetRelayed(database, newest - RELAYED_REMEMBERED_MS);
        relay.setPosition(database, team, position);
        return added;
      }),
    );
    if (added && added.length > 0) this.#deps.onKept(added);
    return added !== null;
  }

  /** Undefined if nothing of this team was read. Rejects with `StorageError`. */
  relayPosition(team: string): Promise<relay.RelayPosition | undefined> {
    return this.#change((database) => relay.position(database, team));
  }

  /** Deliveries after `after` whose sales may not be stored yet, oldest first. */
  unnoted(limit: number, after: string): Kept[] {
    return this.#read((database) =>
      relay.unnoted(database, limit, after).flatMap((id) => table.get(database, id) ?? []),
    );
  }

  /** The sales in these deliveries are stored, so they may be removed when they are old. */
  noted(ids: readonly string[]): Promise<void> {
    return this.#change((database) =>
      database.transaction(() => {
        for (const id of ids) relay.removeUnnoted(database, id);
      }),
    );
  }

  /** Verifies deliveries that arrived before their key was known. `storesOf` returns the stores with this key. */
  async verifyAgain(storesOf: (given: relay.GivenKey) => readonly string[]): Promise<void> {
    const verified = await this.#change((database) =>
      database.transaction(() =>
        relay.givenKeys(database).flatMap((given) => {
          const storeIds = storesOf(given);
          if (storeIds.length > 0) relay.setVerified(database, given.id, storeIds);
          return storeIds.length > 0 ? (table.get(database, given.id) ?? []) : [];
        }),
      ),
    );
    if (verified.length > 0) this.#deps.onKept(verified);
  }

  // ---- reading: throws `StorageError`

  /** Zero as long as there is no database. */
  get count(): number {
    return this.#database ? this.#read(table.count) : 0;
  }

  get(id: string): Kept | undefined {
    return this.#read((database) => table.get(database, id));
  }

  /** Older than `before`, or all; newest first. */
  page(before: string | null, limit: number): Kept[] {
    return this.#read((database) => table.page(database, before, limit));
  }

  /** Ids of deliveries that contain all words, newest first. */
  matching(search: string): string[] {
    return this.#read((database) => table.matching(database, search));
  }

  list({ search, offset, limit }: DeliveryQuery) {
    return this.#read((database) => {
      // One pass over the texts gives the total and the page.
      const ids = table.matching(database, search);
      const rows = ids
        .slice(offset, offset + limit)
        .flatMap((id): DeliveryRow | never[] => table.row(database, id) ?? []);
      return { total: ids.length, rows };
    });
  }

  // ---- removing and closing

  /** Removes the current deliveries; what arrives meanwhile stays. Bodies are wiped from the disk. */
  clear(): Promise<void> {
    return this.#change(async (database) => {
      const newest = table.newestId(database);
      while (table.removeOldest(database, newest, REMOVED_AT_ONCE) > 0) await setImmediate();
      table.wipeFreed(database);
    });
  }

  /** Resolves when all writes have ended. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  async close(): Promise<void> {
    await this.settled();
    await this.#runExclusive(async () => {
      this.#isClosed = true;
      const database = this.#database;
      this.#database = null;
      this.#unavailable = notOpen();
      if (database) await closeDeliveries(this.#deps.folder, database);
    });
  }

  #read<Result>(act: (database: Database) => Result): Result {
    const database = this.#database;
    if (!database) throw this.#unavailable;
    try {
      return act(database);
    } catch (error) {
      if (error instanceof DamagedDatabaseError) void this.#replaceSoon(database, error);
      throw error;
    }
  }

  /** Where the database turns out to be damaged, `act` runs on the empty one that replaces it. */
  #change<Result>(act: (database: Database) => Result | Promise<Result>): Promise<Result> {
    return this.#runExclusive(async () => {
      const database = await this.#opened();
      try {
        return await act(database);
      } catch (error) {
        if (!(error instanceof DamagedDatabaseError)) throw error;
        return await act(await this.#replace(database, error));
      }
    });
  }

  async #opened(): Promise<Database> {
    if (this.#isClosed) throw this.#unavailable;
    if (this.#database) return this.#database;
    try {
      this.#database = await openDeliveries(this.#deps.folder, this.#deps.onSetAside);
    } catch (error) {
      if (error instanceof StorageError) this.#unavailable = error;
      throw error;
    }
    return this.#database;
  }

  async #replaceSoon(database: Database, error: DamagedDatabaseError): Promise<void> {
    await this.#runExclusive(async () => {
      if (this.#database === database) await this.#replace(database, error);
    }).catch((cause: unknown) => console.error('The damaged inbox could not be replaced', cause));
  }

  async #replace(damaged: Database, error: DamagedDatabaseError): Promise<Database> {
    this.#database = null;
    this.#unavailable = error;
    const { folder, onSetAside, onReplaced } = this.#deps;
    await setAsideDeliveries(folder, damaged, texts.storage.damage.contradictory, onSetAside);
    const database = await this.#opened();
    onReplaced();
    return database;
  }
}

const notOpen = (): StorageError => new StorageError(t.deliveries, new Error(texts.storage.reasons.closed));

function insertAll(database: Database, deliveries: readonly NewDelivery[]): void {
  database.transaction(() => {
    for (const delivery of deliveries) {
      table.insert(database, delivery);
      relay.addUnnoted(database, delivery.record.id);
      if (delivery.givenKey) relay.addGivenKey(database, delivery.record.id, delivery.givenKey);
    }
    table.prune(database);
  });
}
