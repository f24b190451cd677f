// Backups: their content, the preview of a restore, and their channels.
import { z } from 'zod';
import { id, nothing } from './contract/parts.ts';
import { enumerated } from './sentences.ts';
import { texts } from './texts/main.ts';

export const backupHoldsSchema = z.object({
  stores: z.int(),
  products: z.int(),
  links: z.int(),
  /** Changes that were waiting, or that needed the seller, when it was made. */
  waiting: z.int(),
  sales: z.int(),
});
export type BackupHolds = z.infer<typeof backupHoldsSchema>;

/** "3 stores, 12 products, 1,204 links, 4 waiting changes, 12 sales". */
export function describeContents(holds: BackupHolds): string {
  const { backup } = texts.values;
  return enumerated([
    backup.stores(holds),
    backup.products(holds),
    backup.links(holds),
    backup.waiting(holds),
    ...(holds.sales > 0 ? [backup.sales(holds)] : []),
  ]);
}

const passphraseSchema = z.string().max(1_000, { error: () => texts.fields.tooLong({ most: 1_000 }) });
export const newPassphraseSchema = passphraseSchema.min(8, { error: () => texts.fields.tooShort({ least: 8 }) });

/** A chosen backup; `id` is valid until another one is chosen. Times in ms since 1970. */
export const chosenBackupSchema = z.object({
  id: z.string(),
  file: z.string(),
  createdAt: z.number(),
  appVersion: z.string(),
  encrypted: z.boolean(),
});
export type ChosenBackup = z.infer<typeof chosenBackupSchema>;

export const storePreviewSchema = z.object({
  /** Its id here; that in the backup where the store is new here, which it keeps. */
  id: z.string(),
  name: z.string(),
  serviceAddress: z.string(),
  email: z.string(),
  practice: z.boolean(),
  /** The local service address and e-mail if they differ; these stay. */
  here: z.object({ serviceAddress: z.string(), email: z.string() }).nullable(),
  /** Whether the store exists here. */
  known: z.boolean(),
  /** Products, payment links and sales together; `held`: waiting changes, which are not sent by themselves. */
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), held: z.int() }),
  /** Of the first products and links that are new or changed. */
  titles: z.array(z.string()),
});
export type StorePreview = z.infer<typeof storePreviewSchema>;

export const backupPreviewSchema = z.object({
  holds: backupHoldsSchema,
  stores: z.array(storePreviewSchema),
  /** Records that are left out: they cannot be understood, or are dated in the future. */
  unread: z.int(),
});
export type BackupPreview = z.infer<typeof backupPreviewSchema>;

/** A daily copy of a store. */
export const dailyCopySchema = z.object({
  name: z.string(),
  at: z.number(),
});
export type DailyCopy = z.infer<typeof dailyCopySchema>;

export const backupChannels = {
  /** Asks for a path, and writes one file of everything; `left`: stores that could not be opened. Null when cancelled. */
  'backup.export': {
    input: z.object({ passphrase: newPassphraseSchema.nullable() }),
    output: z.object({ file: z.string(), holds: backupHoldsSchema, left: z.array(z.string()) }).nullable(),
  },
  /** The daily copies of the shown store, newest first. */
  'backup.rolling': { input: nothing, output: z.array(dailyCopySchema) },
  /** A daily copy, by its name, or a file that the seller chooses. Null when cancelled. */
  'backup.choose': { input: z.object({ rolling: id.nullable() }), output: chosenBackupSchema.nullable() },
  /** Changes nothing. */
  'backup.preview': {
    input: z.object({ id, passphrase: passphraseSchema.nullable() }),
    output: backupPreviewSchema,
  },
  /** Complete, or nothing has changed. */
  'backup.restore': { input: z.object({ id }), output: backupHoldsSchema },
} as const;
