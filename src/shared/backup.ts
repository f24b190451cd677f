// Schemas of backups: their content, the preview of a restore, and the seller's choices.
import { z } from 'zod';
import { enumerated } from './sentences.ts';
import { settingNameSchema } from './settings.ts';
import { texts } from './texts/main.ts';

export const backupHoldsSchema = z.object({
  stores: z.int(),
  products: z.int(),
  links: z.int(),
  /** Changes that were waiting, or that needed the seller, when it was made. */
  waiting: z.int(),
  sales: z.int(),
  /** Products and links with a private note. */
  notes: z.int(),
});
export type BackupHolds = z.infer<typeof backupHoldsSchema>;

/** "3 stores, 12 products, 1,204 links, 4 waiting changes, 12 sales, 1 private note". */
export function describeContents(holds: BackupHolds): string {
  const { backup } = texts.values;
  return enumerated([
    backup.stores(holds),
    backup.products(holds),
    backup.links(holds),
    backup.waiting(holds),
    ...(holds.sales > 0 ? [backup.sales(holds)] : []),
    ...(holds.notes > 0 ? [backup.notes(holds)] : []),
  ]);
}

export const newPassphraseSchema = z
  .string()
  .min(8, { error: () => texts.fields.tooShort({ least: 8 }) })
  .max(1_000, { error: () => texts.fields.tooLong({ most: 1_000 }) });

/** A rough estimate from its length and its kinds of characters. */
export function passphraseStrength(text: string): 'weak' | 'fair' | 'strong' {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u, /\s/].filter((kind) => kind.test(text)).length;
  const varied = new Set(text).size;
  if (text.length < 12 || varied < 6) return 'weak';
  return text.length >= 20 || (text.length >= 16 && kinds >= 3) ? 'strong' : 'fair';
}

export const restoreChoicesSchema = z.object({
  /** What happens to changes that were waiting: `hold` them for review, or `send` them from here. */
  changes: z.enum(['hold', 'send']),
  /** Where values differ: those of this computer stay, or the backup's are taken. */
  differing: z.enum(['keep', 'take']),
});
export type RestoreChoices = z.infer<typeof restoreChoicesSchema>;

/** A chosen backup; `id` is valid until it is restored or released. Times in ms since 1970. */
export const chosenBackupSchema = z.object({
  id: z.string(),
  file: z.string(),
  createdAt: z.number(),
  appVersion: z.string(),
  encrypted: z.boolean(),
  /** Of an unfinished restore: the seller's choices. */
  choices: restoreChoicesSchema.nullable(),
});
export type ChosenBackup = z.infer<typeof chosenBackupSchema>;

/** Compares the records of one kind in a backup with the local ones. */
export const tallySchema = z.object({
  /** Not here yet. */
  added: z.int(),
  same: z.int(),
  /** Here, and the backup has additional values, such as the service's id. */
  completed: z.int(),
  /** Here with other values. */
  differs: z.int(),
  /** Deleted here; stays deleted. */
  deletedHere: z.int(),
  /** Of those that differ: deleted in the backup, and not here. */
  deletedInBackup: z.int(),
});
export type Tally = z.infer<typeof tallySchema>;

/** A record that differs between this computer and the backup. */
export const differenceSchema = z.object({
  what: z.string(),
  here: z.string(),
  backup: z.string(),
  /** Null where the time of the change is unknown. */
  newer: z.enum(['here', 'backup']).nullable(),
});
export type Difference = z.infer<typeof differenceSchema>;

export const storePreviewSchema = z.object({
  /** Its id here; that in the backup where the store is new here, which it keeps. */
  id: z.string(),
  name: z.string(),
  serviceAddress: z.string(),
  email: z.string(),
  practice: z.boolean(),
  /** The local service address and e-mail where they differ; these stay. */
  here: z.object({ serviceAddress: z.string(), email: z.string() }).nullable(),
  /** Whether the store exists here. */
  known: z.boolean(),
  products: tallySchema,
  links: tallySchema,
  sales: tallySchema,
  changes: z.object({
    /** Would be added to the outbox, held or sent as the seller decides. */
    added: z.int(),
    /** Of these: in doubt or being sent when the backup was made; held either way. */
    inDoubt: z.int(),
    /** Already here, or settled here: skipped. */
    known: z.int(),
    /** Waiting here, but done in the backup: settled, so that they are not sent again. */
    settled: z.int(),
  }),
  history: z.int(),
  /** A restore would change nothing in this store, whatever the choices. */
  isAllHere: z.boolean(),
  /** The first of all that differ. */
  differences: z.array(differenceSchema),
  moreDifferences: z.int(),
});
export type StorePreview = z.infer<typeof storePreviewSchema>;

export const backupPreviewSchema = z.object({
  holds: backupHoldsSchema,
  stores: z.array(storePreviewSchema),
  /** A restore would change nothing at all. */
  isAllHere: z.boolean(),
  /** `taken`: nothing was set here. */
  settings: z.enum(['same', 'taken', 'differs', 'none']),
  /** Those that the backup's values would change. */
  settingsThatDiffer: z.array(settingNameSchema),
  /** Templates for checkout links that are not here yet. */
  templates: z.int(),
  unread: z.int(),
  /** Records that are left out because they are dated in the future. */
  ahead: z.int(),
});
export type BackupPreview = z.infer<typeof backupPreviewSchema>;

/** A daily copy of a store. */
export const dailyCopySchema = z.object({
  name: z.string(),
  at: z.number(),
  bytes: z.number(),
});
export type DailyCopy = z.infer<typeof dailyCopySchema>;
