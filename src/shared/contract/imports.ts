// Channels of CSV imports.
import { z } from 'zod';
import {
  importCellSchema,
  importChangeSchema,
  importDraftSchema,
  importFilterSchema,
  importRowSchema,
  importViewSchema,
  MAX_CELL_LENGTH,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  rowKindSchema,
} from '../link-import.ts';
import { texts } from '../texts/main.ts';
import { id, nothing, pageOf, saved, windowOf } from './parts.ts';

export const importsChannels = {
  /** Reads a file (its bytes in base64) or pasted text, replacing the one read before; nothing is created yet. */
  'imports.read': {
    input: z.object({
      name: z.string().max(500),
      bytes: z
        .string()
        .max(Math.ceil(MAX_IMPORT_BYTES / 3) * 4, { error: () => texts.fields.linkImport.tooLarge })
        .nullable(),
      text: z
        .string()
        .max(MAX_IMPORT_BYTES, { error: () => texts.fields.linkImport.tooLarge })
        .nullable(),
    }),
    output: saved,
  },
  'imports.draft': { input: nothing, output: importDraftSchema.nullable() },
  'imports.change': { input: z.object({ id, change: importChangeSchema }), output: nothing },
  /** Chooses rows by their place, or leaves them out; null means all. `among` narrows them to one kind. */
  'imports.choose': {
    input: z.object({
      id,
      rows: z.array(z.int().min(0)).max(MAX_IMPORT_ROWS).nullable(),
      among: rowKindSchema.exactOptional(),
      on: z.boolean(),
    }),
    output: nothing,
  },
  /** The used cells of a row of the open file, to correct them; none if it is not there or cannot be corrected. */
  'imports.cells': { input: z.object({ id, row: z.int().min(0) }), output: z.array(importCellSchema) },
  /** Corrects cells of a row, whose file stays as it is. Returns the row's cells as checked again. */
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
  /** Accepts the links of the chosen rows, all or none; returns the id of the import. */
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
  /** Exports the rows with errors of the open file or of an import. Null when the seller cancelled. */
  'imports.saveErrors': {
    input: z.object({ importId: id }),
    output: z.object({ file: z.string(), rows: z.int(), withoutAddress: z.int() }).nullable(),
  },
  /** Exports every row with its result. Null when the seller cancelled. */
  'imports.saveResult': {
    input: z.object({ id }),
    output: z.object({ file: z.string(), rows: z.int(), withoutAddress: z.int() }).nullable(),
  },
} as const;
