// Storing many new links with few statements has the same result as taking them one by one.
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import type { LinkRecord, ProductRecord, SaleRecord } from '../../src/main/catalog/records.ts';
import { prepareRecords, type SealedRecord } from '../../src/main/team/prepare-records.ts';
import { openShared, type Shared, sealShared, takeNewLinks, takeShared } from '../../src/main/team/shared-records.ts';
import { metadataEntrySchema } from '../../src/shared/payment-link.ts';
import { recordKeys } from '../../src/team-protocol/seal.ts';
import { SharingComputer } from '../support/sharing-computer.ts';

const keys = recordKeys(Buffer.alloc(32, 1), 'team');
const NOW = Date.UTC(2026, 0);
const PRODUCTS = 3;

const idAt = (moment: number, seq: number): string => uuidv7({ msecs: NOW + moment, seq, random: new Uint8Array(16) });
const record = (id: string) => ({ id, rev: { time: NOW, counter: 0, device: 'Cora' }, createdAt: NOW });
const productId = (number: number): string => idAt(0, number);

function product(number: number, isDeleted: boolean): ProductRecord {
  return {
    ...record(productId(number)),
    deletedAt: isDeleted ? NOW : null,
    fields: { buttonTitle: 'Buy', productTitle: `Töpfer ${number}`, productDescription: '' },
    origin: 'desk',
    serverId: number,
    state: 'published',
    defaultPrices: [],
    checkout: null,
    answer: '{}',
  };
}

/** With what SQLite and JSON could take for something else. */
const text = fc.oneof(
  fc.constantFrom('order', '2026-1', 'Größe', "it's", '"quoted"', '\\', '\ud800', 'line\nbreak', '$.a', '😀'),
  fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => !value.includes('\0')),
);

const entry = fc.record({ key: text, value: text }).filter((pair) => metadataEntrySchema.safeParse(pair).success);

const link: fc.Arbitrary<Shared> = fc
  .record({
    // Few moments, so that ids meet, and places get scarce.
    moment: fc.integer({ min: 1, max: 3 }),
    seq: fc.integer({ min: 0, max: 12 }).map((number) => number * 64),
    product: fc.integer({ min: 0, max: PRODUCTS }),
    uuid: fc.option(fc.constantFrom('A1', 'b2', 'c3')),
    isDeleted: fc.boolean(),
    isReplaced: fc.boolean(),
    useOnce: fc.boolean(),
    metadata: fc.array(entry, { maxLength: 2 }),
    note: fc.option(text),
    price: fc.option(fc.integer({ min: 1, max: 99_999 })),
    creator: fc.option(fc.constantFrom('Cora', 'Ben')),
    doubtOn: fc.option(fc.subarray(['Ben', 'Cora'], { minLength: 1 })),
  })
  .map((of) => {
    const given: Omit<LinkRecord, 'createdOn' | 'doubtOn'> = {
      ...record(idAt(of.moment, of.seq)),
      deletedAt: of.isDeleted ? NOW : null,
      productId: productId(of.product),
      prices: of.price === null ? [] : [{ currencyId: 2, priceCents: of.price, discountCents: null }],
      useOnce: of.useOnce,
      metadata: of.metadata,
      origin: 'desk',
      paymentLink: of.uuid === null ? null : `https://store.example/checkout/s/1?uuid=${of.uuid}`,
      answer: null,
      ...(of.note !== null && { note: of.note }),
      ...(of.isDeleted && of.isReplaced && { replacedBy: productId(0) }),
    };
    const isUnsent = given.paymentLink === null && !of.isDeleted;
    return {
      kind: 'link',
      record: given,
      ...(isUnsent && of.creator !== null && { createdOn: { device: of.creator, isInDoubt: false } }),
      ...(!isUnsent && of.doubtOn !== null && { doubtOn: of.doubtOn }),
    };
  });

const sale = fc
  .record({ number: fc.integer({ min: 0, max: 4 }), link: fc.option(link), uuid: fc.constantFrom('a1', 'b2') })
  .map(
    ({ number, link, uuid }): SaleRecord => ({
      id: `sale ${number}`,
      linkId: link?.record.id ?? null,
      at: NOW + number,
      foundBy: link ? 'uuid' : null,
      verified: true,
      times: [NOW + number],
      event: {
        ...{ at: NOW + number, isVerified: true, eventId: null, product: null, amount: null, metadata: [], body: '{}' },
        ...{ names: { uuids: [uuid], texts: [], metadata: null }, isCut: false },
      },
    }),
  );

/** All rows, and what the lists, search and the team know of them. Positions differ where places were scarce, their order does not. */
function contentsOf({ catalog }: SharingComputer) {
  const database = catalog.snapshot();
  try {
    return {
      links: database.all(
        `SELECT id, product_id, is_deleted, is_pending, use_once, sync, sold, sold_at, link_key, metadata_hash, content_hash,
          service_host, import_id, record, words, address
          FROM links LEFT JOIN link_search ON link_search.rowid = position ORDER BY position`,
      ),
      texts: database.all('SELECT count(*) AS rows FROM link_search'),
      counts: database.all('SELECT * FROM link_counts WHERE listed + deleted <> 0 ORDER BY owner_id'),
      // One of those with the same address is enough, as long as not all of them are deleted.
      twins: database.all(
        `SELECT DISTINCT kind, coalesce(link_key, twins.id) AS of FROM twins LEFT JOIN links ON links.id = twins.id
          WHERE kind = 'product' OR (SELECT count(*) > 1 AND min(is_deleted) = 0 FROM links o WHERE o.link_key = links.link_key)
          ORDER BY kind, of`,
      ),
      unshared: database.all('SELECT kind, id FROM unshared ORDER BY kind, id'),
      share: database.all('SELECT * FROM share'),
      revisions: database.all('SELECT * FROM share_revisions ORDER BY key'),
      sales: database.all('SELECT id, link_id, product_id FROM sales ORDER BY id'),
      toAttach: database.all('SELECT * FROM sales_to_attach ORDER BY sale_id'),
    };
  } finally {
    database.end();
  }
}

it('is the same as taking them one by one, whatever is here already', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(link, { maxLength: 4 }),
      fc.array(sale, { maxLength: 3 }),
      fc.integer({ min: -1, max: PRODUCTS }),
      fc.array(link, { minLength: 1, maxLength: 20 }),
      async (here, sales, deleted, came) => {
        const computers = [new SharingComputer('Ben'), new SharingComputer('Ben')] as const;
        try {
          for (const { catalog } of computers) {
            catalog.transaction(() => {
              for (let number = 0; number < PRODUCTS; number++)
                catalog.products.put(product(number, number === deleted));
              for (const one of sales) catalog.sales.take(one);
              for (const one of here) if (one.kind === 'link') catalog.links.put(one.record);
              catalog.sharing.moveTo({ team: 't', created: 'c', sequence: 7, lastKey: 'k', lastHash: 'h', version: 1 });
              catalog.sharing.setAuditedDay(9);
            });
          }
          const sealed = came.map(
            (shared, at): SealedRecord => ({
              key: `key ${at}`,
              seq: at + 1,
              data: sealShared(keys, `key ${at}`, shared),
            }),
          );
          const [one, other] = computers;
          takeOneByOne(one, sealed);
          takePrepared(other, sealed);
          indexTexts(other);
          const [expected, contents] = [contentsOf(one), contentsOf(other)];
          // What is no twin after all is found out when they are united.
          const twins = expect.arrayContaining(expected.twins);
          expect(contents).toEqual({ ...expected, twins });
        } finally {
          for (const computer of computers) await computer.remove();
        }
      },
    ),
    { numRuns: 60 },
  );
});

function takeOneByOne({ catalog, name }: SharingComputer, records: readonly SealedRecord[]): void {
  catalog.transaction(() => {
    for (const { key, seq, data } of records) {
      catalog.sharing.setRevision(key, seq);
      const shared = openShared(keys, key, data);
      if (typeof shared === 'string') throw new Error(shared);
      const isSame = takeShared(catalog, name, shared);
      if (isSame) catalog.sharing.unmark(shared.kind, shared.record.id);
      else catalog.sharing.mark(shared.kind, shared.record.id);
    }
  });
}

/** As in the background, once all has come. */
function indexTexts({ catalog: { links }, catalog }: SharingComputer): void {
  catalog.transaction(() => links.indexTexts());
  links.unindexed.indexed();
  expect(links.unindexed.table()).toBeNull();
}

function takePrepared(computer: SharingComputer, records: readonly SealedRecord[]): void {
  const { catalog, name } = computer;
  const { links, indexes, revisions } = structuredClone(prepareRecords(keys.seal, name, records));
  let left: ReadonlySet<string> = new Set();
  catalog.transaction(() => {
    left = takeNewLinks(catalog, links);
    catalog.sharing.setRevisions(revisions);
  });
  const stored = new Set(indexes.filter((_, at) => !left.has(links.ids[at] ?? '')));
  takeOneByOne(
    computer,
    records.filter((_, index) => !stored.has(index)),
  );
}
