// Merges two versions of the same product, link or sale: pure, commutative, associative and idempotent. It drops `createdOn`,
// which says who creates the record on the service: see `records.ts`.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { privateProductSchema } from '../../shared/product.ts';
import type { SaleState } from '../../shared/sale.ts';
import { isNewer, type Stamp } from '../storage/stamp.ts';
import { linkKey, serviceKey } from './link-keys.ts';
import { type LinkRecord, type ProductRecord, SALE_TIMES, type SaleRecord, type ServiceRecord } from './records.ts';

/** Puts each field of a schema into a group of its own. */
const groupsOf = <S extends object>(shape: S) =>
  Object.fromEntries(Object.keys(shape).map((key) => [key, [key]])) as unknown as {
    readonly [K in keyof S]: readonly [K];
  };

/** Values whose last change wins; the values of a group win together. All other values are facts, with rules of their own. */
const PRODUCT_GROUPS = {
  texts: ['fields'],
  prices: ['defaultPrices', 'priceDoubt'],
  deletion: ['deletedAt'],
  ...groupsOf(privateProductSchema.shape),
} as const satisfies Groups<ProductRecord>;

const LINK_GROUPS = {
  terms: ['productId', 'prices', 'useOnce', 'metadata'],
  note: ['note'],
  deletion: ['deletedAt', 'replacedBy', 'deletionDoubt'],
} as const satisfies Groups<LinkRecord>;

type Groups<T> = Readonly<Record<string, readonly (keyof T)[]>>;

type Base = Pick<ServiceRecord, 'rev' | 'stamps'>;

export function mergeProduct(a: ProductRecord, b: ProductRecord): ProductRecord {
  const named = least(a, b, ({ serverId, answer }) => [serverId, answer]);
  return withoutUndefined({
    ...mergeGroups(PRODUCT_GROUPS, a, b, named),
    ...mergeBase(a, b),
    serverId: named.serverId,
    answer: named.answer,
    state: a.state === 'published' ? 'published' : b.state,
    checkout: least(a, b, ({ checkout }) => [checkout && textOf(checkout)]).checkout,
  });
}

/** A link that was deleted on the service stays deleted. */
export function mergeLink(a: LinkRecord, b: LinkRecord): LinkRecord {
  const named = least(a, b, ({ paymentLink, answer }) => [paymentLink, answer]);
  const merged = mergeGroups(LINK_GROUPS, a, b, named);
  const [gone, alsoGone = gone] = [a, b].filter((one) => isGone(one) && linkKey(one) === linkKey(named));
  const deletedLink =
    gone && alsoGone && least(gone, alsoGone, ({ replacedBy, deletedAt }) => [replacedBy ?? null, deletedAt]);
  const { deletedAt, replacedBy } = deletedLink ?? merged;
  return withoutUndefined({
    ...merged,
    ...mergeBase(a, b),
    paymentLink: named.paymentLink,
    answer: named.answer,
    deletedAt,
    replacedBy,
    deletionDoubt: deletedLink ? undefined : merged.deletionDoubt,
    deletedOnService: deletedAt === null || named.paymentLink === null ? undefined : deletedLink !== undefined,
  });
}

const mergeBase = <T extends ServiceRecord>(one: T, other: T) => ({
  id: one.id,
  createdAt: Math.min(one.createdAt, other.createdAt),
  origin: one.origin === 'desk' ? one.origin : other.origin,
  takenOver: isTakenOverLater(other, one) ? other.takenOver : one.takenOver,
});

/** Whether a computer took over the creation of the first later than that of the second. */
export const isTakenOverLater = ({ takenOver: one }: ServiceRecord, { takenOver: other }: ServiceRecord): boolean =>
  one !== undefined && (other === undefined || isNewer(one, other));

const withoutUndefined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Whether its product or link, which stays on the service, has another record, into which it was merged. */
export const isMerged = (record: ServiceRecord): boolean =>
  'productId' in record ? record.deletedOnService === false : record.deletedAt !== null && record.serverId !== null;

/** A record that was merged into another one is not deleted. */
export const isDeleted = (record: ServiceRecord | undefined): boolean =>
  record !== undefined && record.deletedAt !== null && !isMerged(record);

export const wasCreated = (record: ServiceRecord | undefined): boolean =>
  record !== undefined && serviceKey(record) !== null;

/** Deleted here, and as far as is known never on the service. */
export const isWithdrawn = (record: ServiceRecord | undefined): boolean => isDeleted(record) && !wasCreated(record);

/** Whether the link was deleted on the service. */
export const isGone = ({ deletedAt, deletedOnService, paymentLink }: LinkRecord): boolean =>
  deletedAt !== null && (deletedOnService ?? paymentLink !== null);

/**
 * The versions that the service has under another id or address than the merged record, because two computers have created it: as
 * records of their own, with the same id on each computer.
 */
export const separated = <T extends ServiceRecord>(versions: readonly (T | undefined)[], merged: T): T[] =>
  versions.flatMap((one) => {
    const key = one && serviceKey(one);
    if (!one || key === null || key === serviceKey(merged)) return [];
    const end = createHash('sha256').update(String(key)).digest('hex').slice(0, 12);
    return { ...one, id: one.id.slice(0, -12) + end };
  });

export const mergeRecord = <T extends ServiceRecord>(a: T, b: T): T =>
  ('productId' in a ? mergeLink(a, b as LinkRecord) : mergeProduct(a, b as ProductRecord)) as T;

/** Applies a change of this computer. Groups that it does not change keep their stamps. */
export function changedRecord<T extends ServiceRecord>(previous: T, change: Partial<T>, stamp: Stamp): T {
  const record = { ...previous, ...change };
  const groups = Object.entries('productId' in previous ? LINK_GROUPS : PRODUCT_GROUPS) as [string, (keyof T)[]][];
  const unchanged = groups.filter(([, keys]) => keys.every((key) => isDeepStrictEqual(record[key], previous[key])));
  // Facts merge without stamps.
  if (unchanged.length === groups.length) return record;
  const stamps = Object.fromEntries(unchanged.map(([name]) => [name, stampOf(previous, name)]));
  return withStamps({ ...record, rev: laterThan(previous.rev, stamp) }, stamps);
}

/** Newer than the record, even if another computer's clock was ahead, so that the change wins over what it changes. */
export const laterThan = (rev: Stamp, stamp: Stamp): Stamp =>
  isNewer(stamp, rev) ? stamp : { ...rev, counter: rev.counter + 1, device: stamp.device };

const stampOf = ({ rev, stamps }: Base, group: string): Stamp => stamps?.[group] ?? rev;

/** Stores only stamps that differ from `rev`, to save space in a million links. */
function withStamps<T extends Base>(record: T, stamps: Readonly<Record<string, Stamp>>): T {
  const { stamps: _, ...values } = record;
  const older = Object.entries(stamps).filter(([, stamp]) => !isDeepStrictEqual(stamp, record.rev));
  return { ...values, ...(older.length > 0 && { stamps: Object.fromEntries(older) }) } as T;
}

function mergeGroups<T extends ServiceRecord, G extends Groups<T>>(
  groups: G,
  a: T,
  b: T,
  named: T,
): Pick<T, G[keyof G][number] | 'rev' | 'stamps'> {
  const values: Partial<T> = {};
  const stamps: Record<string, Stamp> = {};
  for (const [name, keys] of Object.entries(groups)) {
    const [ofA, ofB] = [stampOf(a, name), stampOf(b, name)];
    const valuesOf = (record: T) => [textOf(keys.map((key) => record[key]))];
    // `named` has what the service has. The other version was never sent, or is another link or product: see `separated`.
    const isDecided = serviceKey(a) !== serviceKey(b) && ['terms', 'deletion'].includes(name);
    const isTie = !isNewer(ofA, ofB) && !isNewer(ofB, ofA);
    const isA = isDecided ? named === a : isTie ? least(a, b, valuesOf) === a : isNewer(ofA, ofB);
    for (const key of keys) values[key] = (isA ? a : b)[key];
    stamps[name] = isA ? ofA : ofB;
  }
  const rev = isNewer(b.rev, a.rev) ? b.rev : a.rev;
  return withStamps({ ...values, rev } as T, stamps);
}

/** Ranks are compared value by value, null last, so that all computers choose the same version. */
function least<T>(a: T, b: T, rankOf: (value: T) => readonly (number | string | null)[]): T {
  const [first, second] = [rankOf(a), rankOf(b)];
  const differs = first.findIndex((value, index) => value !== second[index]);
  const [one, other] = [first[differs] ?? null, second[differs] ?? null];
  return other === null || (one !== null && one < other) ? a : b;
}

/** Equal for values that differ only in the order of their keys: the computer that made a record has an order of its own. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The state of a sale before `SaleRecords` looks for repeats. */
export function saleState({ verified, override, event }: SaleRecord): Exclude<SaleState, 'repeat'> {
  if (override?.isSale) return 'counted';
  // The seller's "not a sale" holds only while the sale is as verified as it was then.
  if (override?.isSale === false && override.wasVerified === verified) return 'ignored';
  if (!verified) return 'unverified';
  return event.isReadable ? 'counted' : 'unreadable';
}

/**
 * A verified sale stays verified, and the seller's last decision counts. The event comes from a verified delivery if there is
 * one, and from the earliest.
 */
export function mergeSale(a: SaleRecord, b: SaleRecord): SaleRecord {
  const { override } = least(a, b, (sale) => (sale.override ? [-sale.override.at, textOf(sale.override)] : [null]));
  return {
    id: a.id,
    linkId: least(a, b, ({ linkId }) => [linkId]).linkId,
    at: Math.min(a.at, b.at),
    verified: a.verified || b.verified,
    ...(override && { override }),
    times: timesOf(a.times, b.times),
    event: least(a.event, b.event, (event) => [event.isVerified ? 0 : 1, event.at, textOf(event)]),
  };
}

/** The first and the newest times, without duplicates. */
function timesOf(some: readonly number[], others: readonly number[]): number[] {
  const times = [...new Set([...some, ...others])].sort((a, b) => a - b);
  return times.length <= SALE_TIMES ? times : [...times.slice(0, 1), ...times.slice(1 - SALE_TIMES)];
}
