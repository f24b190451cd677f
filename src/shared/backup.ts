// Backups: what one holds, what restoring it would bring, and what the seller decides before it is done.
import { z } from 'zod';
import { texts } from './texts/rules.ts';

/** How much a backup holds. */
export const backupHoldsSchema = z.object({
  stores: z.int(),
  products: z.int(),
  links: z.int(),
  /** Changes that were waiting, or that needed the seller, when it was made. */
  waiting: z.int(),
});
export type BackupHolds = z.infer<typeof backupHoldsSchema>;

/** "3 stores, 12 products, 1,204 links, 4 waiting changes". */
export const holdsInWords = ({ stores, products, links, waiting }: BackupHolds): string =>
  texts.values.backupHolds(stores, products, links, waiting);

/** A backup's passphrase as it is typed for the first time. */
export const newPassphraseSchema = z.string().min(8, texts.fields.tooShort(8)).max(1_000, texts.fields.tooLong(1_000));

/** How hard a passphrase is to guess, roughly: by its length, and by how many kinds of characters are in it. */
export function passphraseStrength(text: string): 'weak' | 'fair' | 'strong' {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u, /\s/].filter((kind) => kind.test(text)).length;
  const varied = new Set(text).size;
  if (text.length < 12 || varied < 6) return 'weak';
  return text.length >= 20 || (text.length >= 16 && kinds >= 3) ? 'strong' : 'fair';
}

/** What the seller decides about a restore. */
export const restoreChoicesSchema = z.object({
  /** What happens to changes that were waiting: `hold` them for review, or `send` them from here. */
  changes: z.enum(['hold', 'send']),
  /** Where values differ: those of this computer stay, or the backup's are taken. */
  differing: z.enum(['keep', 'take']),
});
export type RestoreChoices = z.infer<typeof restoreChoicesSchema>;

/** A chosen backup, known by `id` until it is restored or let go. Times in ms since 1970. */
export const chosenBackupSchema = z.object({
  id: z.string(),
  file: z.string(),
  createdAt: z.number(),
  appVersion: z.string(),
  encrypted: z.boolean(),
  /** Of an unfinished restore: what the seller decided when it began. */
  choices: restoreChoicesSchema.nullable(),
});
export type ChosenBackup = z.infer<typeof chosenBackupSchema>;

/** How the records of one kind in a backup stand towards those on this computer. */
export const tallySchema = z.object({
  /** Not here yet. */
  added: z.int(),
  same: z.int(),
  /** Here, and the backup knows something that is not known here, such as an id that the service gave. */
  completed: z.int(),
  /** Here with other values. */
  differs: z.int(),
  /** Deleted here, and staying so. */
  deletedHere: z.int(),
  /** Of those that differ: deleted in the backup, and not here. */
  deletedInBackup: z.int(),
});
export type Tally = z.infer<typeof tallySchema>;

/** One record that is not the same here and in the backup, in words. */
export const differenceSchema = z.object({
  what: z.string(),
  here: z.string(),
  backup: z.string(),
  /** Null where nobody noted when it was changed. */
  newer: z.enum(['here', 'backup']).nullable(),
});
export type Difference = z.infer<typeof differenceSchema>;

export const storePreviewSchema = z.object({
  /** Its id in the backup. */
  id: z.string(),
  name: z.string(),
  serviceAddress: z.string(),
  email: z.string(),
  practice: z.boolean(),
  /** Where the store here is another one by its service address or e-mail: those of here, which stay. */
  here: z.object({ serviceAddress: z.string(), email: z.string() }).nullable(),
  /** Whether this computer knows the store already. */
  known: z.boolean(),
  products: tallySchema,
  links: tallySchema,
  changes: z.object({
    /** Would come into the outbox, held or sent as the seller decides. */
    added: z.int(),
    /** Of these: already in doubt or being sent when the backup was made; they are held either way. */
    inDoubt: z.int(),
    /** Known here already, or about something that is settled here: skipped. */
    known: z.int(),
    /** Waiting here, and done according to the backup: they are settled, so that they are not sent again. */
    settled: z.int(),
  }),
  history: z.int(),
  /** The first of all that differ. */
  differences: z.array(differenceSchema),
  moreDifferences: z.int(),
});
export type StorePreview = z.infer<typeof storePreviewSchema>;

export const backupPreviewSchema = z.object({
  holds: backupHoldsSchema,
  stores: z.array(storePreviewSchema),
  /** `taken`: nothing was set here. */
  settings: z.enum(['same', 'taken', 'differs', 'none']),
  /** Templates for checkout links that are not here yet. */
  templates: z.int(),
  unread: z.int(),
  /** Records that are left out because they are dated in the future. */
  ahead: z.int(),
  unknown: z.array(z.string()),
});
export type BackupPreview = z.infer<typeof backupPreviewSchema>;

/** A backup that the app made by itself. */
export const rollingBackupSchema = z.object({
  name: z.string(),
  at: z.number(),
  bytes: z.number(),
  /** Why it was made. */
  why: z.enum(['day', 'migration']),
});
export type RollingBackup = z.infer<typeof rollingBackupSchema>;
