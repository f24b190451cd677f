// Merges what another computer has shared into the catalog of a store, and says whether both have the same afterwards.
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { CATALOG_BUCKET } from '../../team-protocol/names.ts';
import type { RecordKeys } from '../../team-protocol/seal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { SharedKind } from '../catalog/sharing.ts';
import type { Stamper } from '../storage/stamp.ts';
import { openShared, takeShared } from './shared-records.ts';

export interface CatalogShareDeps {
  readonly team: string;
  readonly keys: RecordKeys;
  /** From `storeKey`. */
  readonly store: string;
  readonly publicKey: string;
  readonly catalog: Catalog;
  readonly stream: JetStreamClient;
  readonly manager: Pick<JetStreamManager, 'streams'>;
  readonly stamper: Stamper;
  /** Called when the progress has changed. */
  readonly onProgress: () => void;
  /** Called after rows of other computers were stored, with the sales that are new as verified ones. */
  readonly onTaken: (verified: readonly SaleRecord[]) => void;
}

/** Before each key of the bucket. */
export const SUBJECTS = `$KV.${CATALOG_BUCKET}.`;

/** An entry of the stream. */
export interface Entry {
  readonly subject: string;
  readonly seq: number;
  readonly data: Uint8Array;
}

export interface Taken {
  readonly kind: SharedKind;
  readonly id: string;
  /** A sale that is new as a verified one. */
  readonly verified: SaleRecord | null;
}

/** Use inside a transaction of the catalog. `newer`: written by a newer version of the app, and left alone. */
export function takeEntry(deps: CatalogShareDeps, { subject, seq, data }: Entry): Taken | 'newer' | 'unreadable' {
  const { keys, catalog, stamper } = deps;
  const shared = data.length > 0 ? openShared(keys, subject.slice(SUBJECTS.length), data) : 'unreadable';
  if (typeof shared === 'string') return shared;
  const { kind, record } = shared;
  // A later one was read after a conflict.
  if (seq < catalog.sharing.revisionOf(kind, record.id)) return { kind, id: record.id, verified: null };
  catalog.sharing.setRevision(kind, record.id, seq);
  if (shared.kind !== 'sale') stamper.follow(shared.record.rev);
  let verified: SaleRecord | null = null;
  const isSame = takeShared(catalog, stamper.device, shared, (sale) => {
    verified = sale;
  });
  if (isSame) catalog.sharing.unmark(kind, record.id);
  else catalog.sharing.mark(kind, record.id);
  return { kind, id: record.id, verified };
}
