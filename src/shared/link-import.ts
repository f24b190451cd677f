// Imports of payment links: the roles of columns, the rows, the import, and the channels.
import { z } from 'zod';
import { syncStateSchema } from './change.ts';
import { id, nothing, pageOf, saved, windowOf } from './contract/parts.ts';
import { linkViewSchema } from './payment-link.ts';
import { texts } from './texts/main.ts';

/** The largest file, in bytes, and the most rows of one import. */
export const MAX_IMPORT_BYTES = 20 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 50_000;
export const MAX_IMPORT_COLUMNS = 300;

export const encodingSchema = z.enum(['utf-8', 'utf-16le', 'windows-1252', 'macintosh', 'shift_jis', 'euc-jp']);
export type Encoding = z.infer<typeof encodingSchema>;
/** The same in every language. */
export const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'windows-1252': 'Windows-1252',
  macintosh: 'MacRoman',
  shift_jis: 'Shift_JIS',
  'euc-jp': 'EUC-JP',
};

export const delimiterSchema = z.enum([',', ';', '\t', '|']);
export type Delimiter = z.infer<typeof delimiterSchema>;

export const decimalSignSchema = z.enum(['.', ',']);

/**
 * What a column holds. `productId` is the service's id of a product, `note` the seller's private note. A price or discount
 * without a `currencyId` is in the row's currency.
 */
export const columnRoleSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['ignore', 'product', 'productId', 'currency', 'singleUse', 'note']),
  }),
  z.object({ kind: z.enum(['price', 'discount']), currencyId: z.int().nullable() }),
  z.object({ kind: z.literal('metadata'), key: z.string().max(200) }),
]);
export type ColumnRole = z.infer<typeof columnRoleSchema>;

/** Whether a column identifies the product of a row. */
export const namesProduct = ({ kind }: ColumnRole): boolean => kind === 'product' || kind === 'productId';

/** What the seller can change about how a file is read. `roles` has one item for each column. */
export const importChoicesSchema = z.object({
  encoding: encodingSchema,
  delimiter: delimiterSchema,
  /** The line with the column names; null if no line has them. The lines above it are titles. */
  headerLine: z.int().min(1).nullable(),
  /** The decimal sign of the whole file; null if its amounts show none. Decides only amounts that can be read in two ways. */
  decimal: decimalSignSchema.nullable(),
  roles: z.array(columnRoleSchema).max(MAX_IMPORT_COLUMNS),
  /** The product of rows without one. */
  productId: z.string().max(100).nullable(),
  /** The currency of prices without one. */
  currencyId: z.int(),
});
export type ImportChoices = z.infer<typeof importChoicesSchema>;

/** A change of some choices. A null among `roles` keeps that column's role, which may have changed a moment before. */
const importChangeSchema = importChoicesSchema
  .extend({ roles: z.array(columnRoleSchema.nullable()).max(MAX_IMPORT_COLUMNS) })
  .exactPartial();
export type ImportChange = z.infer<typeof importChangeSchema>;

const asksForSign = z.literal(true).exactOptional();
/** An error of a row; `column` is empty if it concerns the whole row. `asksForSign`: knowing the decimal sign would solve it. */
const rowErrorSchema = z.object({ column: z.string(), message: z.string(), asksForSign });
export type RowError = z.infer<typeof rowErrorSchema>;

/**
 * Why a row is skipped unless the seller chooses it. `existing`: there is a link like it. `repeated`: an earlier row of the
 * file is the same. `repriced`: it differs from a link only by its prices. `skipped`: it is part of the table (a total, a
 * repeated header, an empty line).
 */
export const leftOutSchema = z.enum(['existing', 'repeated', 'repriced', 'skipped']);

/** `bad`: the row has errors. */
export const rowKindSchema = z.enum(['new', ...leftOutSchema.options, 'bad']);
export type RowKind = z.infer<typeof rowKindSchema>;

const importFilterSchema = z.enum(['all', 'problems', ...leftOutSchema.options]);
export type ImportFilter = z.infer<typeof importFilterSchema>;

/** The kind of a row of the open file; after the import `bad`, or the state of its link. */
const importStateSchema = z.enum([
  ...rowKindSchema.options,
  'not-chosen',
  'deleted',
  'replaced',
  ...syncStateSchema.options,
]);
export type ImportState = z.infer<typeof importStateSchema>;

const { productTitle, prices, useOnce, metadata, note, checkoutUrl, changeId } = linkViewSchema.shape;

/** A row of the table. `line` is the line of the file in which the row begins, counted from 1. */
const importRowSchema = z.object({
  ...{ productTitle, prices, useOnce, metadata, note, checkoutUrl, changeId },
  id: z.string(),
  line: z.int(),
  /** The cells as read, for a row that makes no link. */
  read: z.object({ price: z.string(), metadata: z.array(z.object({ key: z.string(), value: z.string() })) }).nullable(),
  errors: z.array(rowErrorSchema),
  warnings: z.array(z.string()),
  chosen: z.boolean(),
  state: importStateSchema,
  linkId: z.string().nullable(),
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** A cell of a row. `error` is empty if there is none. */
const importCellSchema = z.object({ at: z.int(), column: z.string(), text: z.string(), error: z.string() });
export type ImportCell = z.infer<typeof importCellSchema>;

/** The most characters of a cell that the seller can correct. */
export const MAX_CELL_LENGTH = 10_000;

/** A file that was read, before anything is created. */
export const importDraftSchema = z.object({
  id: z.string(),
  name: z.string(),
  origin: z.enum(['file', 'pasted']),
  choices: importChoicesSchema,
  /** The first lines, one of which can be the header. */
  head: z.array(z.object({ line: z.int(), text: z.string() })),
  /** `samples`: the column's first values. */
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  /** Notes about the file: how it was read, what looks odd. */
  notes: z.array(z.string()),
  /** What the seller must solve before links can be created. */
  problems: z.array(z.string()),
  /** How many rows have been checked, of `counts.all`. */
  checked: z.int(),
  counts: z.object({
    all: z.int(),
    chosen: z.int(),
    kinds: z.record(rowKindSchema, z.object({ rows: z.int(), chosen: z.int() })),
  }),
  /** How many links were stored since the seller pressed "Create links"; null before. */
  staged: z.int().nullable(),
  /** The seller changed columns, cells or the choice of rows, which closing the file would lose. */
  isTouched: z.boolean(),
});
export type ImportDraftView = z.infer<typeof importDraftSchema>;

/** An import. `sent` counts links with an address, including those deleted or replaced since. */
export const importViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  at: z.number(),
  rows: z.int(),
  bad: z.int(),
  chosen: z.int(),
  sent: z.int(),
  waiting: z.int(),
  attention: z.int(),
  deleted: z.int(),
});
export type ImportView = z.infer<typeof importViewSchema>;

const atMost = (length: number) => z.string().max(length, { error: () => texts.fields.linkImport.tooLarge });

export const importsChannels = {
  /** Reads a file (its bytes in base64) or pasted text in place of the open one. Creates nothing yet. */
  'imports.read': {
    input: z.object({
      name: z.string().max(500),
      bytes: atMost(Math.ceil(MAX_IMPORT_BYTES / 3) * 4).nullable(),
      text: atMost(MAX_IMPORT_BYTES).nullable(),
    }),
    output: saved,
  },
  'imports.draft': { input: nothing, output: importDraftSchema.nullable() },
  'imports.change': { input: z.object({ id, change: importChangeSchema }), output: nothing },
  /** Chooses or skips rows by their index; null means all rows. `among` narrows them to one kind. */
  'imports.choose': {
    input: z.object({
      id,
      rows: z.array(z.int().min(0)).max(MAX_IMPORT_ROWS).nullable(),
      among: rowKindSchema.exactOptional(),
      on: z.boolean(),
    }),
    output: nothing,
  },
  /** The used cells of a row of the open file, for correction; empty if the row is gone or cannot be corrected. */
  'imports.cells': { input: z.object({ id, row: z.int().min(0) }), output: z.array(importCellSchema) },
  /** Corrects cells of a row, but not the file itself. Returns the row's cells as checked again. */
  'imports.fix': {
    input: z.object({
      id,
      row: z.int().min(0),
      cells: z
        .array(z.object({ at: z.int().min(0), text: z.string().max(MAX_CELL_LENGTH) }))
        .min(1)
        .max(MAX_IMPORT_COLUMNS),
    }),
    output: z.array(importCellSchema),
  },
  'imports.close': { input: z.object({ id }), output: nothing },
  /** Creates the links of the chosen rows, all or none, and returns the id of the import. */
  'imports.create': { input: z.object({ id }), output: saved },
  /** Removes an import from the list. Its links stay. */
  'imports.remove': { input: z.object({ id }), output: nothing },
  'imports.list': { input: nothing, output: z.object({ imports: z.array(importViewSchema) }) },
  'imports.get': { input: z.object({ id }), output: importViewSchema.nullable() },
  /** Rows of the open file or of an import. */
  'imports.rows': {
    input: z.object({ ...windowOf, importId: id, filter: importFilterSchema }),
    output: pageOf(importRowSchema),
  },
  /** Exports the rows with errors of the open file or of an import, or every row with its result. Null when the seller cancels. */
  'imports.save': {
    input: z.object({ id, which: z.enum(['errors', 'result']) }),
    output: z.object({ file: z.string(), rows: z.int() }).nullable(),
  },
} as const;
