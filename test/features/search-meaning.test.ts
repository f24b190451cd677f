// Search in the database finds what a direct scan of every record finds, in the same order: on 20,000 generated links.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalog, openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import type { LinkQuery } from '../../src/main/catalog/link-query.ts';
import type { LinkRecord } from '../../src/main/catalog/records.ts';
import { linesOf, linkText, type SearchText, termsOf, variantsOf } from '../../src/main/catalog/search.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { linkUuid } from '../../src/shared/checkout-url.ts';
import { type Chance, createChance } from '../kill/chance.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { leaveUnindexed } from '../support/unindexed.ts';

const LINKS = 20_000;
const QUERIES = 500;
const SEED = 1042;

const ALL: LinkQuery = { search: '', productId: null, sync: 'all', useOnce: null, sold: false };
const WORDS = [
  ...['order', 'Order', 'ORDER', 'invoice', 'Straße', 'İstanbul', 'ﬁne', 'Σίσυφος', 'ÉCLAIR', 'naïve', '日本語', '茶'],
  ...[
    '🎁',
    '👩‍🚀 kit',
    'a',
    'b-1',
    '50%',
    'under_score',
    '"quoted"',
    "it's",
    'x*y',
    'AND',
    'NOT',
    'NEAR(a b)',
    'c:\\temp',
    '(brackets)',
  ],
  ...['--', ';DROP', 'two  blanks', 'tab\there', 'ﷺ', 'ǅ', 'ſ', 'Ⅷ', 'customer', 'Ada Lovelace', 'Łódź', 'søster'],
];
const TITLES = [
  'Blue shirt',
  'blue SHIRT large',
  'Tea 茶',
  'Éclair box',
  '1042',
  'Order',
  'Gift "A" & B',
  'Consulting hour',
  'x',
];

/** The record's text, and its folded form. */
interface Candidate {
  readonly link: LinkRecord;
  readonly text: SearchText;
}

let folder: string;
let database: Database;
let catalog: Catalog;
let candidates: Candidate[];

/** Every word is in the text, long ones also in the address; exact lines first, then newest first. */
function plainSearch(search: string, passes: (link: LinkRecord) => boolean): string[] {
  const terms = termsOf(linkUuid(search.trim()) ?? search);
  const holds = ({ text: { words, address } }: Candidate) =>
    terms.every((term) =>
      variantsOf(term).some((text) => words.includes(text) || (text.length >= 8 && address.includes(text))),
    );
  const isWhole = ({ text: { words } }: Candidate) => linesOf(terms).some((line) => words.includes(line));
  const found = candidates.filter((one) => passes(one.link) && holds(one));
  const order = terms.length === 0 ? found : [...found.filter(isWhole), ...found.filter((one) => !isWhole(one))];
  return order.map(({ link }) => link.id);
}

async function search(query: LinkQuery): Promise<string[]> {
  const ids: string[] = [];
  for await (const some of catalog.links.ids(query)) ids.push(...some);
  return ids;
}

beforeAll(async () => {
  folder = newFolder();
  const stamper = createStamper(Date.now, 'here');
  database = openCatalogDatabase(join(folder, 'catalog.db'), 'The catalog');
  // Durability is not needed.
  database.exec('PRAGMA synchronous = OFF');
  catalog = new Catalog(database, { stamper, now: Date.now, historyText: () => ({ words: '', address: '' }) });
  const chance = createChance(SEED);
  const products = TITLES.map((title) => ({
    ...catalog.newRecord(),
    fields: { productTitle: title, buttonTitle: '', productDescription: '' },
    origin: 'added' as const,
    serverId: 1,
    state: 'published' as const,
    defaultPrices: [] as [],
    checkout: null,
    answer: null,
  }));
  for (const product of products) catalog.addProduct(product);
  const some = () => Array.from({ length: chance.between(1, 3) }, () => chance.pick(WORDS) ?? '').join(' ');
  const links = Array.from({ length: LINKS }, (_, index): LinkRecord => {
    const priceCents = chance.between(1, 999_999_99);
    const metadata = [
      ...(chance.between(0, 3) > 0
        ? [{ key: 'order', value: chance.between(0, 4) > 0 ? String(index) : `A-${index}` }]
        : []),
      ...(chance.between(0, 1) > 0 ? [{ key: chance.pick(WORDS) ?? 'k', value: some() }] : []),
    ];
    return {
      ...catalog.newRecord(),
      deletedAt: chance.between(0, 19) === 0 ? 1 : null,
      productId: chance.pick(products)?.id ?? '',
      prices: [
        { currencyId: 2, priceCents, discountCents: chance.between(0, 2) === 0 ? Math.ceil(priceCents / 2) : null },
      ],
      useOnce: chance.between(0, 1) === 0,
      metadata: metadata.filter(({ key }, at) => metadata.findIndex((other) => other.key === key) === at),
      origin: 'desk',
      paymentLink:
        chance.between(0, 9) === 0 ? null : `https://Checkout.example/s/mara/${index % 97}?uuid=${randomUUID()}`,
      answer: null,
    };
  });
  // Not in the order of their ids, as after a restore.
  const shuffled = [...links].sort((a, b) => (a.id.slice(-6) < b.id.slice(-6) ? -1 : 1));
  for (let from = 0; from < LINKS; from += 1_000) {
    catalog.transaction(() => {
      for (const link of shuffled.slice(from, from + 1_000)) catalog.links.put(link);
    });
  }
  const titles = new Map(products.map(({ id, fields }) => [id, fields.productTitle]));
  candidates = links
    .filter(({ deletedAt }) => deletedAt === null)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .map((link) => ({ link, text: linkText(link, titles.get(link.productId) ?? '') }));
});

afterAll(async () => {
  await catalog.close();
  removeFolder(folder);
});

/** Parts of existing texts, of any length and case; amounts as in lists; addresses as pasted. */
function queries(chance: Chance): string[] {
  const piece = (): string => {
    const { link, text } = chance.pick(candidates) as Candidate;
    const lines = text.words.split('\n').filter((line) => line !== '');
    const line = chance.pick(lines) ?? '';
    const from = chance.between(0, Math.max(0, line.length - 1));
    const [price] = link.prices;
    const shown = ((price?.priceCents ?? 0) / 100).toLocaleString('en', { minimumFractionDigits: 2 });
    const uuid = linkUuid(link.paymentLink ?? '') ?? 'none';
    const choices = [
      line,
      line.slice(from, from + chance.between(1, 3)),
      line.slice(from, from + chance.between(1, 12)),
      line.toUpperCase(),
      `$${shown}`,
      `${shown} €`,
      `€${((price?.priceCents ?? 0) / 100).toLocaleString('de', { minimumFractionDigits: 2 })}`,
      uuid,
      uuid.slice(0, chance.between(4, 20)),
      `${link.paymentLink ?? ''}&name=Ada`,
      (link.paymentLink ?? '').slice(8, chance.between(10, 40)),
      chance.pick(WORDS) ?? '',
    ];
    return chance.pick(choices) ?? '';
  };
  const typed = ['', ' ', 'a', '"', '""', "'", '*', '%', '_', 'zq', 'order 1', '\\', ':', 'NOT', '🎁', '茶', 'i̇'];
  return [
    ...typed,
    ...Array.from({ length: QUERIES }, () =>
      Array.from({ length: chance.between(1, 3) }, piece)
        .slice(0, chance.between(1, 3))
        .join(' '),
    ),
  ];
}

describe.each([
  ['indexed', QUERIES, () => {}],
  ['of which every third is not indexed yet', QUERIES / 4, () => leaveUnindexed(database, catalog)],
] as const)('a search in texts %s', (_, count, prepare) => {
  beforeAll(prepare);

  it('finds the same links in the same order as a direct scan of every record', async () => {
    const differing: string[] = [];
    for (const typed of queries(createChance(SEED + 1)).slice(0, count)) {
      const expected = plainSearch(typed, () => true);
      const found = await search({ ...ALL, search: typed });
      if (JSON.stringify(found) !== JSON.stringify(expected)) {
        differing.push(`${JSON.stringify(typed)}: ${found.length} instead of ${expected.length}`);
      }
    }
    expect(differing).toEqual([]);
  });

  it('finds the same with filters, and pages and counts it like the complete list', async () => {
    const chance = createChance(SEED + 2);
    const products = [...new Set(candidates.map(({ link }) => link.productId))];
    const differing: string[] = [];
    for (const typed of queries(chance).slice(0, count / 3)) {
      const query: LinkQuery = {
        ...ALL,
        search: typed,
        productId: chance.between(0, 1) === 0 ? (chance.pick(products) ?? null) : null,
        useOnce: [null, true, false][chance.between(0, 2)] ?? null,
      };
      const expected = plainSearch(
        typed,
        ({ productId, useOnce }) =>
          (query.productId === null || productId === query.productId) &&
          (query.useOnce === null || useOnce === query.useOnce),
      );
      const offset = chance.between(0, Math.max(0, expected.length - 1));
      const page = (await catalog.links.page(query, offset, 50)).map(({ id }) => id);
      const first = (await catalog.links.page(query, 0, 50)).map(({ id }) => id);
      const total = await exactTotal(query);
      const middle = expected[Math.floor(expected.length / 2)];
      const located = middle === undefined ? null : await catalog.links.locate(query, [middle, expected.at(-1) ?? '']);
      const isSame =
        JSON.stringify([page, first, total, located?.id, located?.index]) ===
        JSON.stringify([
          expected.slice(offset, offset + 50),
          expected.slice(0, 50),
          expected.length,
          middle,
          middle === undefined ? undefined : Math.floor(expected.length / 2),
        ]);
      if (!isSame) differing.push(`${JSON.stringify(query)} at ${offset}: ${total} instead of ${expected.length}`);
    }
    expect(differing).toEqual([]);
  });
});

/** Waits for the count if it takes longer than a moment. */
function exactTotal(query: LinkQuery): Promise<number> {
  return new Promise((resolve, reject) => {
    const ask = () => {
      catalog.links.total(query, 0, ask).then(({ rows, isExact }) => isExact && resolve(rows), reject);
    };
    ask();
  });
}
