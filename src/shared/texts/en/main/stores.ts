// Stores, signing in, and notices about them.
import { number } from './counting.ts';

export const stores = {
  /** The default name of the practice store. */
  practiceStore: 'Practice store',
  noneYet: 'Sign in to a store first.',
  unknown: 'This store is no longer known.',
  closing: 'The app is closing.',
  enterAddress: 'Enter a whole address that starts with https:// or http://',
  addressHasMore: 'Leave out name and password, and everything from "?" or "#" on',
  slugHasSigns: 'A slug has no spaces and none of / ? # in it',
  usdStays: 'USD (2) is the one currency that the service documents; it stays.',

  signIn: {
    unreachable: (why: string) =>
      `The connection failed: ${why}. Nothing was lost. Stores that this app knows can be used without a network.`,
    noAnswer: (host: string) =>
      `No answer from ${host}. Check the address. Stores that this app knows can be used without a network.`,
    notAccepted: (status: number) => `The service did not accept this email and password. (${status})`,
    connectionBroke: 'The connection broke before the service answered. Please try again.',
    otherService: 'This address answers, but not as a Storefront service. Check the address.',
    notOpened: (store: string, why: string) =>
      `The store "${store}" could not be opened on this computer. ${why}. Its files were left as they are.`,
    practiceNotStarted: (why: string) =>
      `The server of the practice store did not start: ${why}. Nothing was lost. Please try again.`,
  },

  /** Questions before something leaves the app, asked in a dialog of the system. */
  exits: {
    notConfirmed: 'You did not agree, so nothing was sent or shown.',
    unknownAddress: 'Only checkout pages of this store’s links are opened.',
    signIn: {
      message: (host: string) => `Sign in to ${host}?`,
      detail: (address: string, email: string) =>
        `No store on this computer uses this service yet. Your email (${email}) and your password will be sent to ${address}. Go on only if you typed this address yourself.`,
      button: 'Sign in',
    },
    reveal: {
      message: (store: string) => `Show the webhook key of “${store}”?`,
      detail: 'Whoever has this key can send sales to your receiver that look genuine.',
      button: 'Show key',
    },
    copy: {
      message: (store: string) => `Copy the webhook key of “${store}”?`,
      detail:
        'Whoever has this key can send sales to your receiver that look genuine. Other programs can read the clipboard.',
      button: 'Copy key',
    },
    open: {
      message: (host: string) => `Open ${host} in the browser?`,
      detail: (address: string) =>
        `This address was added by hand; the service has not named this host. The browser will open ${address}`,
      button: 'Open',
    },
  },

  /** Notices at the top of the window, shown until closed. */
  notices: {
    practiceNotOpened: 'The practice store could not be opened',
    notOpened: (store: string) => `The store "${store}" could not be opened`,
    notOpenedBecause: (why: string) => `${why}. Its files were left as they are.`,
    updating: (store: string) => `Updating the catalog of “${store}”`,
    updatingAt: (percent: number) =>
      `${percent === 0 ? '' : `${percent}% done. `}This is done once after an update of the app. Waiting changes are sent afterwards.`,
    notWritable: 'The data folder cannot be written to',
    notWritableBecause: (why: string) => `${why}. What is there can be looked at.`,
    foundAgain: 'Stores were recovered',
    foundAgainIn: (stores: string) => `${stores}: recovered from the files in their own folders.`,
    /** One of those in the sentence before. */
    foundStore: (name: string, email: string) => `${name} (${email})`,
    fault: 'Something went wrong inside the app',
    faultMeans:
      'Nothing that was saved is lost, and waiting changes are still sent. What happened is in the log: Settings, "Open logs".',
    importLeft: 'An import was not finished',
    importLeftAt: (file: string, made: number, chosen: number) =>
      `"${file}": ${number(made)} of ${number(chosen)} links ${made === 1 ? 'was' : 'were'} saved before the app was closed. Create remaining links under Payment links, "Import links from CSV".`,
  },

  /** Notices about a damaged catalog. */
  catalogDamage: {
    damaged: (keptAs: string) => `The catalog was damaged. It was kept, unchanged, as ${keptAs}.`,
    missing: 'The file of the catalog was gone or empty.',
    restored: {
      title: (store: string) => `The catalog of “${store}” was restored`,
      message: (from: Date) =>
        `It is now as it was on ${from.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })}. Changes that were waiting are still there. What was created, changed or deleted after that time is not in it; a newer backup can bring it back: Settings, "Restore backup".`,
    },
    empty: {
      title: (store: string) => `The catalog of “${store}” is empty`,
      message:
        'There was no copy to restore, so the catalog starts empty. Changes that were waiting are still there. A backup can bring the rest back: Settings, "Restore backup".',
    },
    again:
      'The catalog was damaged twice since the app was started. The disk may be failing: copy the data folder to another disk, then start the app again',
    logMissing: (store: string) => `The last changes of “${store}” may be missing`,
    logMissingMeans:
      'The app ended unexpectedly, and the file with the last changes of the catalog (catalog.db-wal) is missing. Changes that were waiting are still there. A backup can bring back what is missing: Settings, "Restore backup".',
    noSnapshot: (store: string) => `No copy of the catalog of “${store}” was made today`,
    noSnapshotBecause: (reason: string) => `${reason}. Your data is untouched; it is tried again.`,
  },

  /** The notice about files that could not be read. */
  damaged: {
    /** By the folder or the name of the file. */
    contents: {
      products: 'products',
      links: 'payment links',
      outbox: 'changes that wait',
      history: 'history',
      sales: 'sales',
      imports: 'imports',
      'webhook.json': 'the webhook settings',
      'settings.json': 'the settings',
      'stores.json': 'the list of stores',
      'secrets.json': 'sign-ins',
      'restoring.json': 'the progress of a restore',
      'restoring.storefront-backup': 'an unfinished restore',
    },
    one: 'A damaged file was set aside',
    oneHeld: (contents: string, reason: string, keptAs: string) =>
      `A file of ${contents} could not be read (${reason}). It was kept, unchanged, as ${keptAs}.`,
    recordsInUse: (count: number) =>
      count === 1 ? '1 record of it is in use.' : `${number(count)} records of it are in use.`,
    several: (count: number) => `${number(count)} damaged files were set aside`,
    severalHeld: (contents: string) =>
      `They held: ${contents}, at most 64 records a file. They were kept, unchanged, beside the others, with ".damaged-" in their names.`,
    /** One of those in the sentence before. */
    filesOf: (contents: string, count: number) => `${contents} (${number(count)} ${count === 1 ? 'file' : 'files'})`,
    restLoaded: 'Everything else was loaded.',
    wayBack: 'A backup can bring back what they held: Settings, "Restore backup".',
  },

  /** Shown in toasts. */
  toasts: {
    inStore: (store: string, message: string) => `In the store "${store}": ${message}`,
    signedOut: 'The service asks you to sign in again. Changes wait on this computer and nothing is lost.',
    imported: (file: string, links: number) =>
      links === 1
        ? `The import "${file}" is done: 1 link has its checkout address.`
        : `The import "${file}" is done: ${number(links)} links have their checkout address.`,
  },

  /** What the data folder keeps, at the beginning of a sentence that says what happened to it. */
  kept: {
    settings: 'The settings',
    stores: 'The list of stores',
    store: 'The store',
    tour: 'How far you are on the tour',
    outbox: 'The outbox',
    catalog: 'The catalog',
    importColumns: 'What the columns mean',
    webhook: 'The webhook settings',
    pause: 'The pause of the store',
  },
};
