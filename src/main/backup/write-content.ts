// Takes a snapshot of the stores, and writes it as the lines of a backup.
import { setImmediate } from 'node:timers/promises';
import type { BackupHolds } from '../../shared/backup.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { LinkRecord, ProductRecord } from '../catalog/records.ts';
import { changesOf } from '../links/batches.ts';
import type { Database } from '../storage/database.ts';
import type { StoreContext } from '../store-context.ts';
import { type Action, newAction } from '../sync/outbox/action.ts';
import { type Collections, NAMES, type StoreContent } from './collections.ts';
import { type BackupContent, lineOf, notesIn, waitingIn } from './content.ts';

/** The limits of a line: records, and about as many characters. */
const RECORDS_IN_A_LINE = 64;
const LINE_CHARACTERS = 512 * 1024;

/** A store to be written: its collections are read line by line, so that they need not fit into memory. */
type StoreSource = Pick<StoreContent, 'record' | 'webhook'> & {
  readonly [Name in keyof Collections]: Iterable<readonly unknown[]>;
};

/** What is written. */
type BackupSource = Pick<BackupContent, 'settings' | 'templates'> & {
  readonly stores: readonly StoreSource[];
};

export interface Snapshot {
  readonly stores: readonly StoreSource[];
  /** `sales` and `notes` are counted while the stores are read. */
  readonly holds: BackupHolds;
  close(): void;
}

/**
 * A snapshot of the stores, taken synchronously: the outbox and the catalog are consistent, as after a power cut. Later writes
 * do not change it. The caller closes it.
 */
export function takeSnapshot(stores: readonly StoreContext[]): Snapshot {
  const databases: Database[] = [];
  const close = () => {
    for (const database of databases) {
      database.exec('ROLLBACK');
      database.end();
    }
  };
  const holds = { stores: stores.length, products: 0, links: 0, waiting: 0, sales: 0, notes: 0 };
  const countNotes = (records: readonly (ProductRecord | LinkRecord)[]) => {
    holds.notes += notesIn(records);
  };
  const sourceOf = ({ deps, webhook, catalog, outbox }: StoreContext): StoreSource => {
    const database = catalog.snapshot();
    databases.push(database);
    const actions = [...outbox.all(), ...catalog.held.all()];
    holds.products += catalog.products.listed;
    holds.links += catalog.links.count(null);
    holds.waiting += waitingIn(actions) + catalog.staged.changes;
    return {
      record: deps.record(),
      webhook: webhook.value,
      products: counted(catalog.products.all(database, RECORDS_IN_A_LINE), countNotes),
      links: counted(catalog.links.all(database, RECORDS_IN_A_LINE), countNotes),
      outbox: both(eachLine(actions), stagedActions(catalog, database)),
      history: catalog.history.all(database, RECORDS_IN_A_LINE),
      sales: counted(catalog.sales.all(database, RECORDS_IN_A_LINE), (sales) => {
        holds.sales += sales.length;
      }),
    };
  };
  try {
    return { stores: stores.map(sourceOf), holds, close };
  } catch (error) {
    close();
    throw error;
  }
}

function* both<T>(first: Iterable<T>, second: Iterable<T>): Generator<T> {
  yield* first;
  yield* second;
}

/** Staged changes as those that they become, each with the id of its link. */
function* stagedActions({ staged, links }: Catalog, database: Database): Generator<readonly Action[]> {
  for (const some of staged.all(undefined, database, RECORDS_IN_A_LINE)) {
    const records = new Map(
      links
        .withIds(
          some.map(({ linkId }) => linkId),
          database,
        )
        .map((link) => [link.id, link]),
    );
    yield some.flatMap((change) => {
      const link = records.get(change.linkId);
      if (!link) return [];
      const { rev, createdAt: acceptedAt } = link;
      return changesOf(change, link).map((draft) => newAction(draft, { id: draft.subject, rev, acceptedAt }));
    });
  }
}

function* counted<T>(batches: Iterable<readonly T[]>, count: (some: readonly T[]) => void): Generator<readonly T[]> {
  for (const some of batches) {
    count(some);
    yield some;
  }
}

function* eachLine<T>(records: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < records.length; from += RECORDS_IN_A_LINE) {
    yield records.slice(from, from + RECORDS_IN_A_LINE);
  }
}

/** Records in as many lines as they need, so that each line can be read again: `CONTENT_BOUNDS` and those of the file. */
function* linesOfPart(part: string, store: string | null, records: readonly unknown[]): Generator<string> {
  const line = lineOf(part, store, records);
  if (line.length <= LINE_CHARACTERS || records.length <= 1) return yield line;
  const half = Math.ceil(records.length / 2);
  yield* linesOfPart(part, store, records.slice(0, half));
  yield* linesOfPart(part, store, records.slice(half));
}

/** The lines of a backup. Yields between them. */
export async function* linesOf({ settings, templates, stores }: BackupSource): AsyncGenerator<string> {
  if (settings) yield* linesOfPart('settings', null, [settings]);
  for (const some of eachLine(templates)) yield* linesOfPart('templates', null, some);
  for (const store of stores) {
    const { id } = store.record;
    yield* linesOfPart('store', id, [store.record]);
    if (store.webhook) yield* linesOfPart('webhook', id, [store.webhook]);
    for (const name of NAMES) {
      for (const records of store[name]) {
        yield* linesOfPart(name, id, records);
        await setImmediate();
      }
    }
  }
  yield* linesOfPart('end', null, []);
}
