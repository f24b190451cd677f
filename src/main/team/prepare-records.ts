// Opens records of the stream and prepares the new links among them for the catalog: what takes time and needs nothing of the catalog.
import { unsealJson } from '../../team-protocol/seal.ts';
import { type PreparedLinks, prepareLinks } from '../catalog/new-links.ts';
import { isUnsentLink, type LinkRecord } from '../catalog/records.ts';
import { isNewer, type Stamp } from '../storage/stamp.ts';
import { besideOf, readShared, type Shared } from './shared-records.ts';

/** Of one key; `seq`: of its entry in the stream. */
export interface SealedRecord {
  readonly key: string;
  readonly seq: number;
  readonly data: Uint8Array;
}

/** Plain data, which one thread prepares for another. */
export interface PreparedRecords {
  /** Those that are stored as they are if they are new here. */
  readonly links: PreparedLinks;
  /** Of the same links: their indexes among the records. */
  readonly indexes: readonly number[];
  /** Of the same links: from `revisionsOf`. */
  readonly revisions: string;
  /** Null where there are no links. */
  readonly latest: Stamp | null;
}

/** `device`: of this computer's stamps. */
export function prepareRecords(sealKey: Uint8Array, device: string, records: readonly SealedRecord[]): PreparedRecords {
  const links: LinkRecord[] = [];
  const indexes = new Map<string, number>();
  const seen = new Set<string>();
  let latest: Stamp | null = null;
  for (const [index, { key, data }] of records.entries()) {
    const shared = readShared(unsealJson(sealKey, key, data));
    if (typeof shared === 'string') continue;
    const { record } = shared;
    // A later version of a record is taken after the earlier one.
    const isLater = seen.has(record.id);
    seen.add(record.id);
    if (isLater || !isPlainLink(shared, device)) continue;
    const { rev } = shared.record;
    links.push({ ...shared.record, ...besideOf(shared, device) });
    indexes.set(record.id, index);
    if (latest === null || isNewer(rev, latest)) latest = rev;
  }
  const prepared = prepareLinks(links);
  const found = prepared.ids.map((id) => indexes.get(id) ?? 0);
  return { links: prepared, indexes: found, revisions: revisionsOf(records, found), latest };
}

/** As `Sharing.setRevisions` takes them, of the records with these indexes: in the order of the keys, which stores them faster. */
export function revisionsOf(records: readonly Pick<SealedRecord, 'key' | 'seq'>[], indexes: Iterable<number>): string {
  const entries = [...indexes].map((index) => `${JSON.stringify(records[index]?.key)}:${records[index]?.seq}`);
  return `{${entries.sort().join(',')}}`;
}

/** Nothing has to be said of this computer's own changes to it. */
function isPlainLink(shared: Shared, device: string): shared is Extract<Shared, { kind: 'link' }> {
  if (shared.kind !== 'link') return false;
  const { record, createdOn, doubtOn = [] } = shared;
  if (createdOn !== undefined) return createdOn.device !== device;
  return !isUnsentLink(record) && !doubtOn.includes(device);
}
