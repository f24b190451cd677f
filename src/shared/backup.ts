// Backups: their content, the preview of a restore, and their channels.
import { z } from 'zod';
import { id, nothing } from './contract/parts.ts';
import { enumerated } from './sentences.ts';
import { texts } from './texts/main.ts';

export const backupHoldsSchema = z.object({
  stores: z.int(),
  products: z.int(),
  links: z.int(),
  /** Changes that were waiting or needed the seller when the backup was made. */
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

/** A chosen backup. `id` is valid until another one is chosen. Times in ms since 1970. */
export const chosenBackupSchema = z.object({
  id: z.string(),
  file: z.string(),
  createdAt: z.number(),
  appVersion: z.string(),
  encrypted: z.boolean(),
});
export type ChosenBackup = z.infer<typeof chosenBackupSchema>;

export const storePreviewSchema = z.object({
  /** The store's id on this computer. A store that is new here keeps its id of the backup. */
  id: z.string(),
  name: z.string(),
  serviceAddress: z.string(),
  email: z.string(),
  practice: z.boolean(),
  /** The service address and e-mail on this computer if they differ; a restore keeps them. */
  here: z.object({ serviceAddress: z.string(), email: z.string() }).nullable(),
  /** Whether the store exists on this computer. */
  known: z.boolean(),
  /** Counts products, payment links and sales together. `held`: waiting changes, which are sent only when the seller says so. */
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), held: z.int() }),
  /** The first products and links that are new or changed. */
  titles: z.array(z.string()),
});
export type StorePreview = z.infer<typeof storePreviewSchema>;

export const backupPreviewSchema = z.object({
  holds: backupHoldsSchema,
  stores: z.array(storePreviewSchema),
  /** Records that the restore skips, because they cannot be understood. */
  unread: z.int(),
});
export type BackupPreview = z.infer<typeof backupPreviewSchema>;

export const backupChannels = {
  /** Asks for a path, and writes everything into one file. `left`: stores that could not be opened. Null when cancelled. */
  'backup.export': {
    input: z.object({ passphrase: newPassphraseSchema.nullable() }),
    output: z.object({ file: z.string(), holds: backupHoldsSchema, left: z.array(z.string()) }).nullable(),
  },
  /** The daily copies of the shown store, newest first. */
  'backup.rolling': { input: nothing, output: z.array(z.object({ name: z.string(), at: z.number() })) },
  /** Chooses a daily copy by its name, or lets the seller choose a file. Null when cancelled. */
  'backup.choose': { input: z.object({ rolling: id.nullable() }), output: chosenBackupSchema.nullable() },
  /** Changes nothing on this computer. */
  'backup.preview': {
    input: z.object({ id, passphrase: passphraseSchema.nullable() }),
    output: backupPreviewSchema,
  },
  /** Restores everything or changes nothing. */
  'backup.restore': { input: z.object({ id }), output: backupHoldsSchema },
} as const;
