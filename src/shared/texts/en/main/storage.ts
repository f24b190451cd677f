// Errors of the disk and of files.
import { names } from '../names.ts';
import { number } from './counting.ts';

export const storage = {
  /** `what`: the failed action, or the name of its subject. */
  because: (what: string, reason: string) => `${what}: ${reason}`,
  /** Here and below `what` is the name of the file's content. */
  notWritten: (what: string) => `${what} could not be written`,
  newerVersion: (what: string, file: string, version: number, newest: number) =>
    `${what}: a newer version of this app has saved a file of this, and only that one can read it (${file} is of version ${version}, this app knows ${newest} at most)`,

  /** Why the disk refused, after a colon. */
  reasons: {
    diskFull: 'the disk is full',
    notWritable: {
      'data-folder': 'the data folder cannot be written to',
      'chosen-folder': 'the folder cannot be written to',
    },
    gone: {
      'data-folder': 'the data folder is gone',
      'chosen-folder': 'the folder is not there',
    },
    folderInTheWay: 'at that place there is a folder of this name, or a file where a folder should be',
    diskFault: 'the disk reported an error',
    closed: 'the store was closed',
    notReadBack: 'what was written could not be read back',
  },

  /** Why a file was set aside, in brackets. */
  damage: {
    unknownLayout: 'it does not have the layout of this version',
    recordsNotRead: (records: number) => `${number(records)} of its records could not be read`,
    contradictory: 'its content contradicts itself',
    empty: 'it is empty',
    logMissing: 'the log that belongs to it is missing',
  },

  /** What the data folder keeps, at the beginning of a sentence that says what happened to it. */
  kept: {
    windowPlace: 'The place of the window',
    signIns: 'The encrypted sign-ins',
  },

  /** Why a backup cannot be used. */
  backup: {
    newer: `A newer version of ${names.app} made this backup. Update the app on this computer and try again; nothing was changed.`,
    notABackup: `This file is not a backup of ${names.app}. Nothing was changed.`,
    damaged: 'This backup is damaged or was cut short. Nothing was changed; try another copy.',
    tooLarge: 'This file unpacks to more than a backup ever holds. Nothing was changed.',
    needsPassphrase: 'This backup needs its passphrase.',
    wrongPassphrase: 'This is not the passphrase of this backup. Nothing was changed.',
    notRead: (reason: string) => `The file cannot be read: ${reason}`,
  },
};
