// Merging the catalogue of a backup into the one that is here: which record is which, what is missing, what differs. Pure.
import { setImmediate } from 'node:timers/promises';
import type { Difference, RestoreChoices, Tally } from '../../../shared/backup.ts';
import { linkUuid, uuidKey } from '../../../shared/checkout-url.ts';
import { texts } from '../../../shared/texts/main.ts';
import { isNewer, type Stamp } from '../../storage/stamp.ts';
import type { LinkRecord, ProductRecord } from '../records.ts';

/** How many differences are shown one by one. */
const SHOWN = 50;

export interface LocalCatalogue {
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
}

export interface CatalogueMerge {
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
  readonly tally: { readonly products: Tally; readonly links: Tally };
  readonly differences: readonly Difference[];
  readonly moreDifferences: number;
}

export interface MergeOptions {
  /** What `localIds` gives. */
  readonly ids: ReadonlyMap<string, string>;
  readonly differing: RestoreChoices['differing'];
  readonly stamp: () => Stamp;
  /** Records of the backup that must not come in, by their ids there: their creation is not wanted any more. */
  readonly without: ReadonlySet<string>;
  /** A record in words, for the list of what differs. */
  readonly productWords: (product: ProductRecord) => string;
  readonly linkWords: (link: LinkRecord, product: ProductRecord | undefined) => string;
}

/** What tells a link from every other: the uuid in its address, or the address where there is none. */
export const linkKey = ({ paymentLink }: { readonly paymentLink: string | null }): string | null =>
  paymentLink === null ? null : uuidOrAddress(paymentLink);

function uuidOrAddress(paymentLink: string): string {
  const uuid = linkUuid(paymentLink);
  return uuid === null ? paymentLink : uuidKey(uuid);
}

/** Of values whose keys stand in the same order, as those of checked records do. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const noTally = () => ({ added: 0, same: 0, completed: 0, differs: 0, deletedHere: 0 });

/**
 * Ids in the backup and the ids that the same things have here, where those are others. Products are the same by their id,
 * else by the id that the service gave; links by their id, else by the uuid of their address.
 */
export async function localIds(backup: LocalCatalogue, local: LocalCatalogue): Promise<ReadonlyMap<string, string>> {
  const serverIdOf = ({ serverId }: ProductRecord) => (serverId === null ? null : String(serverId));
  return new Map([
    ...(await match(backup.products, local.products, serverIdOf)),
    ...(await match(backup.links, local.links, linkKey)),
  ]);
}

interface Base {
  readonly id: string;
  readonly rev: Stamp;
  readonly deletedAt: number | null;
}

/** Only ids that are others here. */
async function match<T extends Base>(
  backup: readonly T[],
  local: readonly T[],
  keyOf: (record: T) => string | null,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const ids = new Set(local.map(({ id }) => id));
  const missing = backup.filter(({ id }) => !ids.has(id));
  if (missing.length === 0) return found;
  const byKey = new Map<string, T>();
  for await (const record of inTurns(local)) {
    const key = keyOf(record);
    // Where two have the same key, the one that stands counts.
    if (key !== null && byKey.get(key)?.deletedAt !== null) byKey.set(key, record);
  }
  for await (const record of inTurns(missing)) {
    const key = keyOf(record);
    if (key === null) continue;
    const here = byKey.get(key);
    if (here) found.set(record.id, here.id);
    else byKey.set(key, record);
  }
  return found;
}

const RECORDS_IN_A_TURN = 500;

/** One after the other; now and then the window gets its turn. */
async function* inTurns<T>(records: readonly T[]): AsyncGenerator<T> {
  for (let from = 0; from < records.length; from += RECORDS_IN_A_TURN) {
    yield* records.slice(from, from + RECORDS_IN_A_TURN);
    await setImmediate();
  }
}

/** What the backup knows and this computer does not; null stays where neither does. Knowledge is never taken away. */
const completeProduct = (here: ProductRecord, backup: ProductRecord): ProductRecord => ({
  ...here,
  serverId: here.serverId ?? backup.serverId,
  checkout: here.checkout ?? backup.checkout,
  answer: here.answer ?? backup.answer,
  state: here.state === 'published' || backup.state === 'published' ? 'published' : 'draft',
});

const completeLink = (here: LinkRecord, backup: LinkRecord): LinkRecord => ({
  ...here,
  paymentLink: here.paymentLink ?? backup.paymentLink,
  answer: here.answer ?? backup.answer,
});

/** What the seller sees of a record: what makes two of them the same or not. */
export const productFace = ({ fields, serverId, defaultPrices, checkout, deletedAt }: ProductRecord) => ({
  fields,
  serverId,
  defaultPrices,
  checkout,
  deleted: deletedAt !== null,
});
export const linkFace = ({ prices, useOnce, metadata, paymentLink, deletedAt }: LinkRecord) => ({
  prices,
  useOnce,
  metadata,
  paymentLink,
  deleted: deletedAt !== null,
});

interface Kind<T extends Base> {
  readonly what: string;
  /** The doubt of a record about what the service has, whoever's values are taken. */
  readonly doubt: (record: T) => Partial<T>;
  readonly complete: (here: T, backup: T) => T;
  readonly face: (record: T) => unknown;
  readonly words: (record: T) => string;
}

class Merge<T extends Base> {
  readonly puts: T[] = [];
  readonly tally = noTally();
  readonly #byId: Map<string, T>;

  constructor(
    private readonly kind: Kind<T>,
    local: readonly T[],
    private readonly options: MergeOptions,
    private readonly differences: { readonly shown: Difference[]; more: number },
  ) {
    this.#byId = new Map(local.map((record) => [record.id, record]));
  }

  /** `id`: what it is called here. */
  take(backup: T, id: string): void {
    const here = this.#byId.get(id);
    if (!here) {
      if (this.options.without.has(backup.id)) return;
      if (backup.deletedAt === null) this.tally.added += 1;
      this.#put({ ...backup, id });
      return;
    }
    if (here.deletedAt !== null) {
      if (backup.deletedAt === null) this.tally.deletedHere += 1;
      return;
    }
    const { complete, face } = this.kind;
    const known = { ...backup, id };
    const completed = { ...complete(here, known), ...this.#doubtOf(here, backup) };
    const gained = !isSame(completed, here);
    const wanted = complete(known, here);
    if (isSame(face(completed), face(wanted))) {
      this.tally[gained ? 'completed' : 'same'] += 1;
      if (gained) this.#put({ ...completed, rev: this.options.stamp() });
      return;
    }
    this.tally.differs += 1;
    this.#tell(here, known);
    if (this.options.differing === 'take') {
      this.#put({ ...wanted, ...this.kind.doubt(here), rev: this.options.stamp() });
    } else if (gained) this.#put({ ...completed, rev: this.options.stamp() });
  }

  /** The doubt of here, or one that is newer than all that is known here. */
  #doubtOf(here: T, backup: T): Partial<T> {
    const ours = this.kind.doubt(here);
    return Object.keys(ours).length === 0 && isNewer(backup.rev, here.rev) ? this.kind.doubt(backup) : ours;
  }

  #put(record: T): void {
    this.#byId.set(record.id, record);
    this.puts.push(record);
  }

  #tell(here: T, backup: T): void {
    if (this.differences.shown.length >= SHOWN) {
      this.differences.more += 1;
      return;
    }
    const words = (record: T) =>
      record.deletedAt === null ? this.kind.words(record) : texts.backup.difference.deleted;
    this.differences.shown.push({
      what: this.kind.what,
      here: words(here),
      backup: words(backup),
      newer: isNewer(backup.rev, here.rev) ? 'backup' : 'here',
    });
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }
}

/** Applying what comes of it and merging again changes nothing. */
export async function mergeCatalogue(
  backup: LocalCatalogue,
  local: LocalCatalogue,
  options: MergeOptions,
): Promise<CatalogueMerge> {
  const idHere = (id: string) => options.ids.get(id) ?? id;
  const differences = { shown: [] as Difference[], more: 0 };
  const products = new Merge<ProductRecord>(
    {
      what: texts.backup.difference.product,
      doubt: ({ priceDoubt }) => (priceDoubt ? { priceDoubt } : {}),
      complete: completeProduct,
      face: productFace,
      words: options.productWords,
    },
    local.products,
    options,
    differences,
  );
  for await (const record of inTurns(backup.products)) products.take(record, idHere(record.id));
  const links = new Merge<LinkRecord>(
    {
      what: texts.backup.difference.link,
      doubt: ({ deletionDoubt }) => (deletionDoubt ? { deletionDoubt } : {}),
      complete: completeLink,
      face: linkFace,
      words: (link) => options.linkWords(link, products.get(link.productId)),
    },
    local.links,
    options,
    differences,
  );
  for await (const record of inTurns(backup.links)) {
    links.take({ ...record, productId: idHere(record.productId) }, idHere(record.id));
  }
  return {
    products: products.puts,
    links: links.puts,
    tally: { products: products.tally, links: links.tally },
    differences: differences.shown,
    moreDifferences: differences.more,
  };
}
