// Which payment links of a store have sold, by the verified deliveries that the webhook inbox saw. Not the service's books.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { linkUuid, uuidKey } from '../../../shared/checkout-url.ts';
import type { Collection } from '../../storage/collection.ts';
import { timeSchema } from '../../storage/stamp.ts';
import type { Catalogue } from '../catalogue.ts';
import type { LinkRecord } from '../records.ts';
import { metadataKey } from './metadata-key.ts';
import { readSaleEvent, type SaleEvent } from './sale-event.ts';

/** One sale of one link. Its id comes from the event, so that an event that is delivered twice is one sale. */
export const saleRecordSchema = z.object({
  id: z.string(),
  linkId: z.string(),
  at: timeSchema,
  foundBy: z.enum(['uuid', 'metadata']),
});
export type SaleRecord = z.infer<typeof saleRecordSchema>;

/** A delivery as the inbox has kept it. */
export interface SeenDelivery {
  readonly at: number;
  readonly body: string;
}

export type SaleMatch =
  | { readonly kind: 'link'; readonly link: LinkRecord; readonly foundBy: 'uuid' | 'metadata' }
  | { readonly kind: 'ambiguous'; readonly links: number; readonly foundBy: 'uuid' | 'metadata' }
  | { readonly kind: 'unknown-link' | 'test' | 'none' };

interface Sold {
  readonly count: number;
  readonly lastAt: number;
}

export class Sales {
  readonly #records: Collection<SaleRecord>;
  readonly #catalogue: Catalogue;
  readonly #sold = new Map<string, Sold>();
  #version = 0;
  #index: LinkIndex | null = null;

  constructor(records: Collection<SaleRecord>, catalogue: Catalogue) {
    this.#records = records;
    this.#catalogue = catalogue;
    for (const record of records.values()) this.#count(record);
  }

  /** Another number after each new sale. */
  get version(): number {
    return this.#version;
  }

  /** All records as they are on disk. */
  all(): Iterable<SaleRecord> {
    return this.#records.values();
  }

  /** Takes in what a backup holds and is not here. Rejects with a `StorageError`. */
  async restore(records: readonly SaleRecord[]): Promise<void> {
    const missing = records.filter(({ id }) => !this.#records.get(id));
    if (missing.length === 0) return;
    await this.#records.commit({ put: missing });
    for (const record of missing) this.#count(record);
    this.#version += 1;
  }

  of(linkId: string): Sold | null {
    return this.#sold.get(linkId) ?? null;
  }

  /** Which link a delivery's sale belongs to. A doubt is no match. */
  match(body: string): SaleMatch {
    const event = readSaleEvent(body);
    return event ? this.#matchEvent(event) : { kind: 'none' };
  }

  /** Takes note of the sales in verified deliveries. True when there was a new one. Rejects with a `StorageError`. */
  async take(deliveries: readonly SeenDelivery[]): Promise<boolean> {
    const fresh = new Map<string, SaleRecord>();
    for (const { at, body } of deliveries) {
      const event = readSaleEvent(body);
      const match = event ? this.#matchEvent(event) : null;
      if (!event || match?.kind !== 'link') continue;
      const id = hashOf([match.link.id, event.eventId === null ? 'body' : 'event', event.eventId ?? body]);
      if (!this.#records.get(id)) fresh.set(id, { id, linkId: match.link.id, at, foundBy: match.foundBy });
    }
    if (fresh.size === 0) return false;
    await this.#records.commit({ put: [...fresh.values()] });
    for (const record of fresh.values()) this.#count(record);
    this.#version += 1;
    return true;
  }

  #count({ linkId, at }: SaleRecord): void {
    const before = this.#sold.get(linkId);
    this.#sold.set(linkId, { count: (before?.count ?? 0) + 1, lastAt: Math.max(before?.lastAt ?? 0, at) });
  }

  #matchEvent({ isTest, linkUuids, texts, metadata }: SaleEvent): SaleMatch {
    if (isTest) return { kind: 'test' };
    const { byUuid, byMetadata } = this.#links();
    const named = found(byUuid, linkUuids);
    if (named.length > 0) return only(named, 'uuid');
    // It is about a link, but about none of these: its metadata must not make it the sale of another one.
    if (linkUuids.length > 0) return { kind: 'unknown-link' };
    const mentioned = found(byUuid, texts);
    if (mentioned.length > 0) return only(mentioned, 'uuid');
    const alike = metadata === null ? [] : (byMetadata.get(metadata) ?? []);
    if (alike.length === 0 || (alike.length === 1 && alike[0]?.paymentLink === null)) return { kind: 'none' };
    return only(alike, 'metadata');
  }

  #links(): LinkIndex {
    const { version } = this.#catalogue.links;
    if (this.#index?.version !== version) this.#index = indexOf(this.#catalogue.links.all(), version);
    return this.#index;
  }
}

interface LinkIndex {
  readonly version: number;
  readonly byUuid: ReadonlyMap<string, readonly LinkRecord[]>;
  readonly byMetadata: ReadonlyMap<string, readonly LinkRecord[]>;
}

/** What a record is found by; made once, for a record never changes in place. */
const keys = new WeakMap<LinkRecord, { readonly uuid: string | null; readonly metadata: string | null }>();

function keysOf(link: LinkRecord) {
  const known = keys.get(link);
  if (known) return known;
  const { paymentLink, metadata } = link;
  const made = {
    uuid: paymentLink === null ? null : linkUuid(paymentLink),
    metadata: metadata.length === 0 ? null : metadataKey(metadata),
  };
  keys.set(link, made);
  return made;
}

/** Deleted links count too where they were on the service: one with the same metadata may be what was sold. */
function indexOf(links: Iterable<LinkRecord>, version: number): LinkIndex {
  const byUuid = new Map<string, LinkRecord[]>();
  const byMetadata = new Map<string, LinkRecord[]>();
  const put = (map: Map<string, LinkRecord[]>, key: string | null, link: LinkRecord) => {
    if (key === null) return;
    const others = map.get(key);
    if (others) others.push(link);
    else map.set(key, [link]);
  };
  for (const link of links) {
    if (link.deletedAt !== null && link.paymentLink === null) continue;
    const { uuid, metadata } = keysOf(link);
    put(byUuid, uuid === null ? null : uuidKey(uuid), link);
    put(byMetadata, metadata, link);
  }
  return { version, byUuid, byMetadata };
}

const found = (byUuid: LinkIndex['byUuid'], uuids: readonly string[]): LinkRecord[] => [
  ...new Set(uuids.flatMap((uuid) => byUuid.get(uuidKey(uuid)) ?? [])),
];

function only(links: readonly LinkRecord[], foundBy: 'uuid' | 'metadata'): SaleMatch {
  const [link] = links;
  return link && links.length === 1
    ? { kind: 'link', link, foundBy }
    : { kind: 'ambiguous', links: links.length, foundBy };
}

const hashOf = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
