// Merges what another computer has shared into the catalog of a store, and says whether both have the same afterwards.
import { isDeepStrictEqual } from 'node:util';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { CATALOG_BUCKET } from '../../team-protocol/names.ts';
import type { RecordKeys } from '../../team-protocol/seal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { SharedKind } from '../catalog/sharing.ts';
import type { Stamper } from '../storage/stamp.ts';
import { isUnsent, openShared, type Shared, sharedRow, takeShared } from './shared-records.ts';

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
  /** Whether the seller has to decide here about a change to a record. */
  readonly isInDoubt: (id: string) => boolean;
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
  if (isSame && saysTheSame(deps, shared)) catalog.sharing.unmark(kind, record.id);
  else catalog.sharing.mark(kind, record.id);
  return { kind, id: record.id, verified };
}

/** A row as the others get it; undefined if there is none. */
export const rowHere = (
  { catalog, stamper, isInDoubt }: CatalogShareDeps,
  kind: SharedKind,
  id: string,
): Shared | undefined => sharedRow(catalog, { device: stamper.device, isInDoubt }, kind, id);

/**
 * Whether the others know the present state of this computer's changes to a row: one may be in doubt since, or no longer.
 * For a row that is the same here.
 */
function saysTheSame(deps: CatalogShareDeps, shared: Shared): boolean {
  if (shared.kind === 'sale') return true;
  const { device } = deps.stamper;
  if (shared.createdOn !== undefined && shared.createdOn.device !== device) return true;
  if (!isUnsent(shared)) {
    const { id, deletedAt } = shared.record;
    const saysInDoubt = shared.doubtOn?.includes(device) ?? false;
    return shared.createdOn === undefined && saysInDoubt === (deletedAt === null && deps.isInDoubt(id));
  }
  const here = rowHere(deps, shared.kind, shared.record.id);
  return here?.kind !== 'sale' && isDeepStrictEqual(here?.createdOn, shared.createdOn);
}
