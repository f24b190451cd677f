// Exporting and restoring a backup.
import { names } from '../names.ts';
import { counted, number } from './counting.ts';

const keepHere = 'Keep what is on this computer';
const takeBackup = "Take the backup's values";

const productsAndLinks = (products: number, links: number): string =>
  [
    ...(products > 0 ? [counted(products, 'product')] : []),
    ...(links > 0 ? [counted(links, 'payment link')] : []),
  ].join(' and ');

export const backup = {
  exportBackup: 'Export backup',
  restoreBackup: 'Restore backup',
  passphrase: 'Passphrase',
  showPassphrase: 'Show passphrase',

  exporting: {
    running: 'Exporting the backup',
    notExported: 'The backup was not exported',
    whatIsIn:
      'One file with everything on this computer: stores, products, payment links, sales, private notes, waiting changes, history and settings. Sign-ins and verification keys are left out; you are asked for them again.',
    passphraseHint: 'Optional. Without one, whoever has the file can read what is in it.',
    repeatPassphrase: 'Repeat passphrase',
    showRepeated: 'Show repeated passphrase',
    notTheSame: 'The two are not the same',
    strength: 'Passphrase strength',
    strengths: {
      weak: 'Weak: easy to guess for a computer. Several words are better.',
      fair: 'Fair. A few more words make it strong.',
      strong: 'Strong.',
    },
    keepSafe: 'Keep it safe: it cannot be recovered, and without it nobody can read this backup.',
    exported: 'Backup exported',
    holds: (file: string, holds: string) => `${file} holds ${holds}.`,
    leftOut: (files: string) =>
      `Not in it, because they could not be opened: ${files}. Their files in the data folder are untouched.`,
  },

  restoring: {
    madeBy: (file: string, time: string, version: string) => `${file}, created ${time} with ${names.app} ${version}.`,
    passphraseHint: 'The passphrase of this backup',
    readingNow: 'Reading the backup…',
    reading: 'Reading the backup',
    notPossible: 'The backup cannot be restored',
    proceed: 'Continue',
    whereDiffers: 'Where values differ',
    keepHere,
    takeBackup,
    stillRuns: 'Is the app that created this backup still in use?',
    stillRunsBecause: (waiting: number) =>
      waiting === 1
        ? 'The backup holds 1 waiting change. The other app may have sent it since, and sending it twice creates two.'
        : `The backup holds ${number(waiting)} waiting changes. The other app may have sent them since, and sending them twice creates two.`,
    hold: 'Hold them for review',
    holdHint: 'Nothing of them is sent before you have looked at it in Sync.',
    send: 'Send them from here: the other app will not run again',
    sendHint: 'Choose this only if it has not sent them since the backup was made.',
    sendHintWithDoubt: (inDoubt: number) =>
      `Choose this only if it has not sent them since. ${inDoubt === 1 ? '1 that was in doubt already is' : `${number(inDoubt)} that were in doubt already are`} held all the same.`,
    restore: 'Restore',
    allHere: 'Everything in this backup is on this computer already, so there is nothing to restore.',
    running: 'Restoring the backup',
    notRestored: 'The backup was not restored',
    restored: 'Backup restored',
    /** Beside the button. */
    wouldAdd: (added: number, updated: number) => `Adds ${counted(added, 'record')}, updates ${number(updated)}.`,
    added: (products: number, links: number, sales: number) => {
      const parts = [
        ...(products > 0 ? [counted(products, 'product')] : []),
        ...(links > 0 ? [counted(links, 'payment link')] : []),
        ...(sales > 0 ? [counted(sales, 'sale')] : []),
      ];
      const last = parts.pop() ?? '';
      return parts.length > 0 ? `Added ${parts.join(', ')} and ${last}.` : `Added ${last}.`;
    },
    updated: (records: number) => `Updated ${counted(records, 'record')}.`,
    noRecords: 'No product, payment link or sale was added or updated.',
    held: (held: number) => `${held === 1 ? '1 change is' : `${number(held)} changes are`} held for review in Sync.`,
    signInTo: (stores: string) => `Sign in to ${stores} to send from here.`,
    noKeys: 'A backup has no verification keys: one that is not on this computer is asked for again.',
    review: 'Review in Sync',
  },

  unfinished: {
    finish: 'Finish restoring',
    drop: "Don't finish",
    dropTitle: 'Leave the restore unfinished?',
    dropMeans:
      'What is in place stays, and what you changed since stays. The rest of the backup is not restored. You can still restore it from its file.',
    notDropped: 'The unfinished restore was not removed',
  },

  preview: {
    holds: (holds: string) => `The backup holds ${holds}.`,
    settingsTaken: "Settings: nothing was set on this computer, so the backup's are taken.",
    settingsDiffer: 'Settings: they differ from those of this computer. Currencies that are missing here are added.',
    templates: (count: number) =>
      count === 1
        ? '1 template for checkout links comes in.'
        : `${number(count)} templates for checkout links come in.`,
    unread: (count: number) =>
      `${count === 1 ? '1 record in it cannot be understood and is' : `${number(count)} records in it cannot be understood and are`} left out.`,
    ahead: (count: number) =>
      `${count === 1 ? '1 record in it is dated in the future and is' : `${number(count)} records in it are dated in the future and are`} left out. Check the date of this computer before you restore.`,
    signInAt: (email: string, address: string) => `${email} at ${address}`,
    otherHere: 'This store is a different one on this computer',
    otherHereMeans: (email: string, address: string) =>
      `Here it belongs to ${email} at ${address}. That stays. What the backup holds is added to it; restore it only if both are the same shop.`,
    checkAddress: 'This store is new here. Check the address: you will be asked for your password for it.',
    unknown: (what: string) =>
      `A newer version of the app made it: ${what} cannot be restored here. Update the app to bring these too.`,
    store: (name: string) => `Store ${name}`,
    knownHere: 'Known here',
    newHere: 'New here',
    brings: (store: string) => `What the backup brings for ${store}`,
    tally: {
      added: { name: 'New', hint: 'Not on this computer yet' },
      same: { name: 'Same', hint: 'Here with the same values' },
      completed: { name: 'Completed', hint: 'Here, and the backup knows more, such as an id or an address' },
      differs: { name: 'Differ', hint: 'Here with other values' },
      deletedHere: { name: 'Deleted here', hint: 'Deleted on this computer; they stay deleted' },
    },
    deletedHere: (products: number, links: number) =>
      `Deleted on this computer, but not in the backup: ${productsAndLinks(products, links)}. The restore does not bring ${products + links === 1 ? 'it' : 'them'} back.`,
    deletedInBackup: (products: number, links: number) =>
      `Deleted in the backup, but not on this computer: ${productsAndLinks(products, links)}. If you choose “${keepHere}”, ${products + links === 1 ? 'it stays' : 'they stay'} here. If you choose “${takeBackup}”, ${products + links === 1 ? 'it is' : 'they are'} removed here too.`,
    changes: (added: number, known: number, settled: number) => {
      const parts = [
        added === 0
          ? 'No waiting changes to restore'
          : `${counted(added, 'waiting change comes', 'waiting changes come')} in`,
        ...(known > 0 ? [`${number(known)} known here already`] : []),
        ...(settled > 0 ? [`${number(settled)} waiting here that the backup knows as done`] : []),
      ];
      return `${parts.join(', ')}.`;
    },
    differences: (store: string) => `What differs in ${store}`,
    what: 'What',
    here: 'On this computer',
    backup: 'In the backup',
    newer: 'Newer',
    newerNotKnown: 'Not known',
    newerIs: {
      here: 'Here',
      backup: 'Backup',
    },
    more: (count: number) => `and ${number(count)} more`,
  },
};
