// A computer that shares the catalog of one store: a real database and a real connection, without the rest of the app.
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import { mergeDuplicate } from '../../src/main/catalog/duplicates.ts';
import type { LinkRecord, ProductRecord, SaleRecord } from '../../src/main/catalog/records.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { CatalogShare, type ShareProgress } from '../../src/main/team/catalog-share.ts';
import { connectWith, publicKeyOf } from '../../src/main/team/connection.ts';
import { keyOf, storeKey, VERSION } from '../../src/main/team/shared-records.ts';
import { serverOn } from '../../src/main/team/stream.ts';
import { decodeInvite } from '../../src/team-protocol/invite.ts';
import { CATALOG_BUCKET } from '../../src/team-protocol/names.ts';
import { recordKeys, seal } from '../../src/team-protocol/seal.ts';
import { slow } from '../../tools/test/slow.ts';
import { allLinks, allProducts, newLink, newProduct } from './catalog-rows.ts';
import { DIRECT_NETWORK } from './direct-network.ts';
import { newFolder, removeFolder } from './folder.ts';
import { catalogOf, openTables } from './open-catalog.ts';
import { until } from './until.ts';

/** Long enough for thousands of records. */
const MANY_MS = slow(60_000);
const SERVICE = 'https://store.example';
const EMAIL = 'seller@store.example';

export class SharingComputer {
  readonly folder: string;
  readonly name: string;
  readonly skew: number;
  /** Ids of the sales from others that this computer took as verified for the first time. */
  readonly verified: string[] = [];
  readonly #email: string;
  #code = '';
  #uniting: Promise<void> = Promise.resolve();
  #running: { readonly catalog: Catalog; stop(): Promise<void> } | null = null;
  #online: {
    hasEnded: boolean;
    readonly share: CatalogShare;
    readonly stopping: AbortController;
    readonly connection: NatsConnection;
    readonly running: Promise<unknown>;
  } | null = null;

  /** `skew`: ms that its clock is ahead; `email`: of the store that it shares; `folder`: of an earlier computer. */
  constructor(name: string, { skew = 0, email = EMAIL, folder = newFolder() } = {}) {
    this.name = name;
    this.skew = skew;
    this.#email = email;
    this.folder = folder;
    this.start();
  }

  start(): void {
    const now = () => this.now();
    const stamper = createStamper(now, this.name);
    const catalog = catalogOf(openTables(join(this.folder, 'catalog.db')), { stamper, now });
    this.#running = { catalog, stop: () => catalog.close() };
    this.#stamper = stamper;
  }
  #stamper = createStamper(Date.now, '');

  /** Ms since 1970 by its own clock. */
  now(): number {
    return Date.now() + this.skew;
  }

  get catalog(): Catalog {
    if (!this.#running) throw new Error('The computer is off');
    return this.#running.catalog;
  }

  join(code: string): Promise<void> {
    this.#code = code;
    return this.connect();
  }

  async connect(): Promise<void> {
    const invite = decodeInvite(this.#code);
    if (typeof invite === 'string') throw new Error(invite);
    const publicKey = publicKeyOf(invite);
    const connection = await connectWith(invite, DIRECT_NETWORK, new AbortController().signal);
    const server = await serverOn(connection, invite, publicKey);
    const stopping = new AbortController();
    const deps = {
      store: storeKey(server.keys, SERVICE, this.#email),
      catalog: this.catalog,
      stamper: this.#stamper,
      facts: { get: () => null, take: async () => undefined },
      presence: () => ({ name: this.name, device: this.name, waiting: this.catalog.sharing.count, inDoubt: [] }),
      onPresence: () => undefined,
      onProgress: () => undefined,
      onTaken: (sales: readonly SaleRecord[]) => {
        this.verified.push(...sales.map(({ id }) => id));
        this.#uniting = this.#uniting.then(() => {
          for (const one of this.catalog.sharing.duplicates()) while (mergeDuplicate(this.catalog, one, () => true));
        });
      },
    };
    const share = new CatalogShare(server, deps, stopping.signal);
    // A lost server ends sharing; a test that needs it connects again.
    const running = share.run().catch((error: unknown) => console.error(this.name, error));
    const online = { share, stopping, connection, running, hasEnded: false };
    void running.then(() => {
      online.hasEnded = true;
    });
    this.#online = online;
  }

  get progress(): ShareProgress {
    if (!this.#online) throw new Error('The computer is not connected');
    return this.#online.share.progress;
  }

  /** Writes its mark, as the app does every minute; ignores a failure. */
  async mark(): Promise<void> {
    await this.#online?.share.mark().catch(() => undefined);
  }

  /** Connects again if sharing has ended, as the app does. */
  async keepUp(): Promise<void> {
    if (!this.#online?.hasEnded) return;
    await this.disconnect();
    await this.connect();
  }

  /** Writes a product as a newer version of the app does, which this one cannot read. Resolves to its sequence. */
  async writeAsNewer({ id }: ProductRecord): Promise<number> {
    const invite = decodeInvite(this.#code);
    if (typeof invite === 'string' || !this.#online) throw new Error('The computer is not connected');
    const keys = recordKeys(Buffer.from(invite.dataKey, 'base64url'), invite.team);
    const key = keyOf(keys, storeKey(keys, SERVICE, this.#email), 'product', id);
    const sealed = seal(keys.seal, key, Buffer.from(JSON.stringify({ version: VERSION + 1, kind: 'bundle' })));
    return (await jetstream(this.#online.connection).publish(`$KV.${CATALOG_BUCKET}.${key}`, sealed)).seq;
  }

  async disconnect(): Promise<void> {
    this.#online?.stopping.abort();
    await this.#online?.running;
    await this.#online?.connection.close();
    this.#online = null;
  }

  async stop(): Promise<void> {
    await this.disconnect();
    await this.#uniting;
    await this.#running?.stop();
    this.#running = null;
  }

  async remove(): Promise<void> {
    await this.stop();
    removeFolder(this.folder);
  }

  // ---- what a seller does

  product(title: string): ProductRecord {
    const product = newProduct(this.catalog, title);
    this.catalog.transaction(() => this.catalog.products.put(product));
    this.#online?.share.changed();
    return product;
  }

  link(productId: string, order: string): LinkRecord {
    const link = newLink(this.catalog, productId, { metadata: [{ key: 'order', value: order }] });
    this.catalog.addLink(link);
    this.#online?.share.changed();
    return link;
  }

  changeProduct(id: string, change: Partial<ProductRecord>): void {
    this.catalog.products.change(id, change);
    this.#online?.share.changed();
  }

  changeLink(id: string, change: Partial<LinkRecord>): void {
    this.catalog.links.change(id, change);
    this.#online?.share.changed();
  }

  /** All records of the computer, for comparison. */
  get all(): string {
    // A computer does not note the creator of its own records.
    const rows = [...allProducts(this), ...allLinks(this)].map(({ createdOn: _, ...row }) => sorted(row));
    const sales = [...this.catalog.sales.batches()]
      .flat()
      .map((sale) => sorted(sale))
      .sort();
    return [...rows, ...sales].join('\n');
  }

  async isShared(): Promise<void> {
    const { sharing } = this.catalog;
    // Until the first mark has come back, not everything is marked for sharing or read.
    const isShared = () => Boolean(sharing.position?.value) && sharing.count === 0;
    await until(`${this.name} has shared everything`, isShared, MANY_MS);
  }
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

export async function allEqual(computers: readonly SharingComputer[]): Promise<void> {
  await until('all computers have the same', () => areEqual(computers), MANY_MS);
}

/** Whether all have shared everything, and have the same records. */
export const areEqual = (computers: readonly SharingComputer[]): boolean =>
  computers.every(({ catalog: { sharing } }) => sharing.count === 0 && sharing.duplicates().length === 0) &&
  // Counting first is faster than comparing all rows.
  new Set(computers.map(({ catalog }) => catalog.links.count(null))).size <= 1 &&
  new Set(computers.map(({ all }) => all)).size <= 1;
