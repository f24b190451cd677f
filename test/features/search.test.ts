// Search: every word must be in a record's text, addresses match long words only; and on many links it finds what a direct
// scan finds, in the same order.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import type { LinkQuery } from '../../src/main/catalog/link-query.ts';
import { openCatalogDatabase } from '../../src/main/catalog/open-catalog.ts';
import type { LinkRecord } from '../../src/main/catalog/records.ts';
import {
  type Condition,
  inFullText,
  inRows,
  linkText,
  type SearchText,
  searchText,
  termsOf,
  variantsOf,
} from '../../src/main/catalog/search.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { linkUuid } from '../../src/shared/checkout-url.ts';
import { type Chance, createChance } from '../kill/chance.ts';
import { newFolder, removeFolder } from '../support/folder.ts';

const LINKS = 2_500;
const QUERIES = 120;
const SEED = 1042;

const ALL: LinkQuery = { search: '', productId: null, sync: 'all', useOnce: null, sold: false };
const WORDS = [
  ...'order|Order|ORDER|invoice|Straße|İstanbul|ﬁne|Σίσυφος|ÉCLAIR|naïve|日本語|茶|🎁|👩‍🚀 kit|a|b-1|50%'.split('|'),
  ...'under_score|"quoted"|it\'s|x*y|AND|NOT|NEAR(a b)|c:\\temp|(brackets)|--|;DROP|two  blanks|tab\there|ﷺ'.split('|'),
  ...'ǅ|ſ|Ⅷ|customer|Ada Lovelace|Łódź|søster'.split('|'),
];
const TITLES = 'Blue shirt|blue SHIRT large|Tea 茶|Éclair box|1042|Order|Gift "A" & B|Consulting hour|x'.split('|');

/** The record's text, and its folded form. */
interface Candidate {
  readonly link: LinkRecord;
  readonly text: SearchText;
}

let folder: string;
let database: Database;
let catalog: Catalog;
let candidates: Candidate[];
/** The index of each link among those that were stored, by its id. */
let arrival: ReadonlyMap<string, number>;

/** Every word is in the text, long ones also in the address; those that arrived last come first. */
function plainSearch(search: string, passes: (link: LinkRecord) => boolean): string[] {
  const terms = termsOf(linkUuid(search.trim()) ?? search);
  const holds = ({ text: { words, address } }: Candidate) =>
    terms.every((term) =>
      variantsOf(term).some((text) => words.includes(text) || (text.length >= 8 && address.includes(text))),
    );
  const found = candidates.filter((one) => passes(one.link) && holds(one)).map(({ link }) => link.id);
  return terms.length === 0 ? found : found.sort((a, b) => (arrival.get(b) ?? 0) - (arrival.get(a) ?? 0));
}

beforeAll(() => {
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
  arrival = new Map(shuffled.map(({ id }, index) => [id, index]));
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

/** What a search shows must be what a direct scan of every record finds, in the same order. */
async function checkQueries(count: number): Promise<void> {
  const chance = createChance(SEED + 1);
  const products = [...new Set(candidates.map(({ link }) => link.productId))];
  for (const typed of queries(chance).slice(0, count)) {
    const isFiltered = chance.between(0, 2) === 0;
    const query: LinkQuery = {
      ...ALL,
      search: typed,
      productId: isFiltered && chance.between(0, 1) === 0 ? (chance.pick(products) ?? null) : null,
      useOnce: isFiltered ? ([null, true, false][chance.between(0, 2)] ?? null) : null,
    };
    const expected = plainSearch(
      typed,
      ({ productId, useOnce }) =>
        (query.productId === null || productId === query.productId) &&
        (query.useOnce === null || useOnce === query.useOnce),
    );
    const about = JSON.stringify(query);
    expect(await catalog.links.ids(query), about).toEqual(expected);
    const offset = chance.between(0, Math.max(0, expected.length - 1));
    for (const from of [0, offset]) {
      const page = (await catalog.links.page(query, from, 50)).map(({ id }) => id);
      expect(page, about).toEqual(expected.slice(from, from + 50));
    }
    expect((await catalog.links.counts(query)).total, about).toBe(expected.length);
  }
}

it('finds, pages and counts the same links as a direct scan of every record', async () => {
  await checkQueries(QUERIES);
});

// ---- one text, in a database of its own

describe('a text', () => {
  let own: string;
  let texts: Database;
  beforeAll(() => {
    own = newFolder();
    texts = openCatalogDatabase(join(own, 'catalog.db'), 'The catalog');
  });
  afterAll(async () => {
    await texts.close();
    removeFolder(own);
  });

  /** Whether both implementations find a record with this text; they must agree. */
  function found(lines: string, search: string, address = ''): boolean {
    const text = searchText([lines], address);
    texts.run('DELETE FROM link_search');
    texts.run('INSERT INTO link_search(rowid, words, address) VALUES (1, ?, ?)', text.words, text.address);
    const terms = termsOf(search);
    const finds = (look: typeof inRows) => {
      const isThere = ({ sql, values }: Condition) =>
        texts.get(`SELECT 1 FROM link_search WHERE ${sql}`, ...values) !== undefined;
      return isThere(look('link_search', terms));
    };
    expect(finds(inRows)).toBe(finds(inFullText));
    return finds(inFullText);
  }

  it('is found by each of its words, in other spellings too', () => {
    for (const [words, search] of [
      ['Coaching hour, $60.00, order 1042', 'coach'],
      ['Coaching hour, $60.00, order 1042', 'COACHING 1042'],
      ['Coaching hour, $60.00, order 1042', '042'],
      ['Bigmug, $60.00', 'mug'],
      ['Bigmug, $60.00', 'ug'],
      ['Coaching hour, $60.00, order 1042', '  1042   hour '],
      ['Coaching hour, $60.00, order 1042', '$60.00'],
      ['Coaching hour, $60.00, order 1042', 'Coaching hour, $60.00, order 1042'],
      ['ÉCOLE d’été', 'école'],
      ['ÉCOLE d’été', 'é'],
      ['a.b*c', '.b*'],
      ['say "hello"', '"hello"'],
      ['Coaching hour\n1042.50', '$1,042.50'],
      ['Coaching hour\n11.00', '€11'],
      ['Coaching hour\n$5 off', '$5'],
      ['Ana García', 'garcia'],
      ['Ana Garcia', 'GARCÍA'],
      ['Ana Garci\u0301a', 'garcía'],
      ['Pat O’Brien', "o'brien"],
      ["Pat O'Brien", 'O’Brien'],
      ['Pat O´Brien', 'o‘brien'],
      ['Lampe “Größe 2”', '"grosse'],
      ['STRASSE 5', 'straße'],
      ['Töpferkurs, Grüße aus Jägerhof', 'toepfer gruesse jaeger'],
      ['Toepfer', 'toepfer'],
      ['İstanbul', 'istanbul'],
      ['Işık', 'isik'],
      ['Łódź, Søren, Œuvre, Æther', 'lodz soren oeuvre aether'],
      ['ΟΔΟΣ 1', 'οδοσ'],
      ['Order １０４２', '1042'],
      ['ﬁne ㎏', 'fine kg'],
      ['2024–25', '2024-25'],
      ['Tea\u00a0time', 'tea time'],
      ['Coaching hour\n9.80\n9.8', '9,80'],
      ['Coaching hour\n9.80\n9.8', '€9,80'],
      ['Coaching hour\n9.80\n9.8', '9,80 €'],
      ['Coaching hour\n9.80\n9.8', '€ 9,8 coaching'],
      ['Coaching hour\n1234.50', '1.234,50'],
      ['Coaching hour\n1234.50', '1,234.50'],
      ['Coaching hour\n1234567', '1.234.567'],
      ['Coaching hour\n1234.50', '1,234'],
      ['Ring, 9,80 mm', '9,80 mm'],
      ['Pack of 1,042', '1,042'],
      ['Price in €', '€'],
    ] as const) {
      expect(found(words, search), `${words} by ${search}`).toBe(true);
    }
    for (const [words, search] of [
      ['Coaching hour', 'coaching day'],
      ['Coaching hour', 'c.aching'],
      ['Coaching hour', 'NOT day'],
      ['', 'a'],
      ['Blush', 'blue'],
      ['Poncho', 'poe'],
      ['Konig frost', 'quest'],
      ['Coaching hour\n1.23', '1,234'],
      ['Coaching hour\n1234.50', '1.234'],
      ['Coaching hour\n980.00', '9,80'],
    ] as const) {
      expect(found(words, search), `${words} by ${search}`).toBe(false);
    }
  });

  it('searches an address for part of a uuid, not for accidental matches', () => {
    const address = 'https://pay.example/mira/17?uuid=0B6F2C9E-5a55-4a0c';
    expect(found('Logo', '0b6f2c9e', address)).toBe(true);
    expect(found('Logo', 'logo 0b6f2c9e-5a55', address)).toBe(true);
    expect(found('Logo', address, address)).toBe(true);
    expect(found('Logo', '17', address)).toBe(false);
    expect(found('Logo', '0b6f2c9', address)).toBe(false);
  });
});
