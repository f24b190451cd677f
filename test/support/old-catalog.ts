// Builder of a store folder from versions before the database: JSON files of at most 64 records.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { ImportPart, OldImport } from '../../src/main/catalog/old-layout.ts';
import type { ImportRowRecord, LinkRecord, ProductRecord, SaleRecord } from '../../src/main/catalog/records.ts';
import type { Action } from '../../src/main/sync/outbox/action.ts';
import { buildAction } from './outbox-actions.ts';

const START = Date.UTC(2025, 0, 1);
const RECORDS_IN_A_FILE = 64;
const ROWS_IN_A_PART = 250;

/** The content of the files. */
export interface OldCatalog {
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
  readonly history: readonly Action[];
  readonly sales: readonly SaleRecord[];
  readonly imports: readonly OldImport[];
  /** By the id of the import. */
  readonly rows: Readonly<Record<string, readonly ImportRowRecord[]>>;
}

export function writeSegment(folder: string, number: number, records: readonly unknown[], version = 1): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `segment-${String(number).padStart(8, '0')}.json`);
  writeFileSync(file, JSON.stringify({ version, records }));
  return file;
}

export function writeSegments(folder: string, records: readonly unknown[]): void {
  mkdirSync(folder, { recursive: true });
  for (let from = 0, number = 1; from < records.length; from += RECORDS_IN_A_FILE, number += 1) {
    writeSegment(folder, number, records.slice(from, from + RECORDS_IN_A_FILE));
  }
}

const rev = (time: number) => ({ time, counter: 0, device: 'device' });

function product(index: number): ProductRecord {
  const createdAt = START + index;
  return {
    id: uuidv7({ msecs: createdAt }),
    rev: rev(createdAt),
    createdAt,
    deletedAt: index % 7 === 6 ? createdAt + 1 : null,
    fields: { buttonTitle: 'Buy', productTitle: `Product ${index}`, productDescription: `About ${index}` },
    origin: 'desk',
    serverId: 1_000 + index,
    state: 'published',
    defaultPrices: [],
    checkout: null,
    answer: '{}',
  };
}

function link(index: number, productId: string): LinkRecord {
  // Several per millisecond, as an import creates them.
  const createdAt = START + 10_000 + Math.floor(index / 50);
  return {
    id: uuidv7({ msecs: createdAt, seq: index }),
    rev: rev(createdAt),
    createdAt,
    deletedAt: index % 11 === 10 ? createdAt + 1 : null,
    productId,
    prices: [{ currencyId: 2, priceCents: 100 + index, discountCents: null }],
    useOnce: index % 3 === 0,
    metadata: [{ key: 'order', value: `order-${index}` }],
    origin: 'desk',
    paymentLink: `https://checkout.example/mara/1?uuid=${uuidv7()}`,
    answer: '{}',
  };
}

function ended({ id, productId, prices, useOnce, metadata, paymentLink }: LinkRecord, index: number): Action {
  const at = START + 20_000 + index;
  return buildAction('link.create', {
    id: uuidv7({ msecs: at }),
    rev: rev(at),
    subject: id,
    payload: { kind: 'link.create', productId, draft: { prices: [...prices], useOnce, metadata } },
    state: 'done',
    acceptedAt: at,
    result: { kind: 'link', paymentLink: paymentLink ?? '', answer: '{}' },
    ending: 'sent',
    endedAt: at + 5,
  });
}

const importRow = ({ id, productId, prices, useOnce, metadata }: LinkRecord, line: number): ImportRowRecord => ({
  line,
  cells: [`order ${line}`],
  errors: [],
  warnings: [],
  chosen: true,
  link: { id, productId, draft: { prices: [...prices], useOnce, metadata } },
});

/** Writes a store's catalog. Its one import has created `imported` of its links; `notImported` are missing. */
export function writeOldCatalog(
  folder: string,
  size: { products: number; links: number; imported?: number; notImported?: number },
): OldCatalog {
  const { imported = 0, notImported = 0 } = size;
  const products = Array.from({ length: size.products }, (_, index) => product(index));
  const productId = products[0]?.id ?? '';
  const all = Array.from({ length: size.links + notImported }, (_, index) => link(index, productId));
  const links = all.slice(0, size.links);
  const history = links.slice(0, Math.ceil(size.links / 2)).map(ended);
  const sales = links.slice(0, Math.ceil(size.links / 4)).map(
    ({ id, createdAt }, index): SaleRecord => ({
      id: `sale-${index}`,
      linkId: id,
      at: createdAt + 1,
      foundBy: 'uuid',
    }),
  );
  const rows = all.slice(size.links - imported).map((one, index) => importRow(one, index + 2));
  const imports: OldImport[] = [];
  if (rows.length > 0) {
    const made = '1'.repeat(imported) + '0'.repeat(notImported);
    imports.push({
      id: uuidv7({ msecs: START }),
      rev: rev(START),
      createdAt: START,
      name: 'orders.csv',
      hash: 'hash',
      delimiter: ',',
      header: ['order'],
      roles: [{ kind: 'metadata', key: 'order' }],
      rows: rows.length,
      bad: 0,
      chosen: rows.length,
      made,
      stopped: '',
      settled: null,
    });
  }
  const importId = imports[0]?.id ?? '';
  const parts: ImportPart[] = [];
  for (let from = 0; from < rows.length; from += ROWS_IN_A_PART) {
    const id = String(from / ROWS_IN_A_PART).padStart(8, '0');
    parts.push({ id, rows: rows.slice(from, from + ROWS_IN_A_PART) });
  }
  const catalog = { products, links, history, sales, imports, rows: { [importId]: rows } };
  for (const kind of ['products', 'links', 'history', 'sales', 'imports'] as const) {
    writeSegments(join(folder, kind), catalog[kind]);
  }
  for (const [index, part] of parts.entries()) writeSegment(join(folder, 'import-rows', importId), index + 1, [part]);
  writeFileSync(join(folder, 'counts.json'), JSON.stringify({ version: 1, value: { products: 1, links: 1 } }));
  return catalog;
}
