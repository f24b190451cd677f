// Exporting and restoring backups.
import { names } from '../names.ts';

export const backup = {
  fileKind: `${names.app} backup`,
  export: 'Export backup',
  notWritten: 'The backup could not be written',
  notExported: (reason: string) => `${reason}. Your data is untouched; choose another place and try again.`,

  rolling: {
    notMade: "Today's backup was not created",
    notMadeBecause: (reason: string) => `${reason}. Your data is untouched; it is tried again.`,
    gone: 'This backup no longer exists.',
  },

  restore: {
    title: 'Restore backup',
    underWay: 'A backup is being restored. Nothing was changed; try again in a moment.',
    otherChosen: 'Choose the backup again; another one was chosen since. Nothing was changed.',
    lookFirst: 'Look at what the backup brings first.',
    storeNotOpened: (store: string) =>
      `The store "${store}" could not be opened on this computer, so nothing can be restored into it. Nothing was changed.`,
    notPrepared: 'The restore could not be prepared',
    notBegun: (reason: string) => `${reason}. Nothing was changed; make room and try again.`,
    cutShort: (reason: string) =>
      `${reason}. Part of the backup is in place and nothing was lost. Make room, then restore again.`,
    finished: 'A restore was finished',
    finishedAtStart: 'The app was closed while a backup was being restored. It is all in place now.',
    notFinished: 'A restore is not finished',
    stoppedBecause: (reason: string) => `${reason}. Nothing was lost.`,
    changedSince:
      'Something was changed here after it stopped, so the app did not finish it automatically. Nothing was lost.',
    unfinished: 'Rest of an unfinished restore',
    noneUnfinished: 'No restore is unfinished now. Nothing was changed.',
    progress: 'The progress of the restore',
    notForgotten: 'The unfinished restore could not be removed',
  },

  file: {
    tooMuch: 'This file holds more than a backup ever does. Nothing was changed.',
    withoutEnd: 'This backup has no end. Nothing was changed; try another copy.',
    notOfBackup: 'This backup holds something that is not of a backup. Nothing was changed.',
  },

  /** Differences between this computer and the backup. */
  difference: {
    product: 'Product',
    link: 'Payment link',
    store: 'Store',
    webhook: 'After-sell webhook',
    deleted: 'deleted',
    productTitle: (title: string) => `"${title}"`,
    buttonTitle: (title: string) => `button "${title}"`,
    productId: (id: number) => `id ${id}`,
    productGone: '"a product that is gone"',
    singleUse: 'single use',
    note: (note: string) => `note “${note}”`,
    productUpdateOn: 'product update on',
    webhookOn: (url: string) => `${url}, on`,
    webhookOff: (url: string) => `${url}, off`,
  },
};
