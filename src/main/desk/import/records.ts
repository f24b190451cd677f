// An import as it lies on disk: what was read, which link each row becomes, and which rows are made.
//
// The ids of the links are decided and written down before the first of them is accepted. So after a crash there is no
// doubt: a row is made when it is marked so, or when the catalogue or the outbox knows its link.
import { z } from 'zod';
import { columnRoleSchema, rowErrorSchema } from '../../../shared/link-import.ts';
import { linkDraftSchema } from '../../../shared/payment-link.ts';
import { stampSchema } from '../../storage/stamp.ts';

export const importRecordSchema = z.object({
  id: z.string(),
  rev: stampSchema,
  createdAt: z.number(),
  name: z.string(),
  /** SHA-256 of the text that was read, so that the same content is known again. */
  hash: z.string(),
  delimiter: z.string(),
  header: z.array(z.string()),
  /** What each column is; none in what versions before it wrote. */
  roles: z.array(columnRoleSchema).default([]),
  rows: z.int(),
  bad: z.int(),
  chosen: z.int(),
  /** One sign a row, in their order: "1" when its link was accepted. */
  made: z.string(),
  /** Why it stopped before all was made; empty where it did not. */
  stopped: z.string(),
  /** When all that was made had an address or was gone: ms since 1970, and how many had one. */
  settled: z.object({ at: z.number(), synced: z.int() }).nullable(),
});
export type ImportRecord = z.infer<typeof importRecordSchema>;

/** A row of an import. `linkId`, `productId` and `draft` are null where it has errors. */
export const storedRowSchema = z.object({
  line: z.int(),
  cells: z.array(z.string()),
  errors: z.array(rowErrorSchema),
  warnings: z.array(z.string()),
  chosen: z.boolean(),
  link: z.object({ id: z.string(), productId: z.string(), draft: linkDraftSchema }).nullable(),
});
export type StoredRow = z.infer<typeof storedRowSchema>;

/** Rows lie on disk some hundred together. Their ids keep their order. */
export const importPartSchema = z.object({ id: z.string(), rows: z.array(storedRowSchema) });
export type ImportPart = z.infer<typeof importPartSchema>;
export const ROWS_IN_A_PART = 250;

/** What columns of these names were the last time. Pairs, so that any name is a name like another. */
export const columnMemorySchema = z.object({
  remembered: z.array(
    z.object({
      names: z.string(),
      roles: z.array(z.tuple([z.string(), columnRoleSchema])),
      productId: z.string().nullable(),
      currencyId: z.int(),
    }),
  ),
});
export type ColumnMemory = z.infer<typeof columnMemorySchema>;
export const MAPPINGS_KEPT = 100;
