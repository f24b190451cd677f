// The frame around the screens, the navigation, the store, notices.

import type { Phrase } from '../../phrase.ts';
import { counted, number } from './counting.ts';

export const app = {
  starting: 'Starting',
  notStarted: 'The app could not start',
  noAnswer: 'The app did not answer. Nothing was changed; please try again.',
  typedIsBack: 'The window restarted. Your unsaved text was restored.',
  typedIsLost: 'The window restarted. Your unsaved text is lost; everything else is there.',
  partIsLost: 'The window restarted. Part of your unsaved text is lost; everything else is there.',
  practiceStore: 'Practice store',
  practiceNote: <Part>(practiceStore: Part): Phrase<Part> => [
    practiceStore,
    ': it runs on this computer, nothing here is really sold',
  ],

  broken: {
    title: 'Something went wrong on this screen',
    explanation: (error: string) =>
      `An error in the app stopped this screen. Everything you saved is kept on this computer, and waiting changes are still sent. What happened: ${error}`,
    reload: 'Reload the window',
  },
  notLoaded: {
    title: 'This could not be opened',
    explanation: (error: string) =>
      `A part of the app could not be read from this computer. Nothing you typed or saved is lost. Try again; if it keeps failing, quit the app and start it again. What happened: ${error}`,
    tryAgain: 'Try again',
  },

  navigation: {
    label: 'Main',
    find: 'Find',
    /** At "Webhook". */
    inboxTrouble: {
      stopped: 'The inbox is stopped, so sales are missed',
      refuses: 'The inbox refuses deliveries',
    },
    findWhat: (shortcut: string) => `Find products, payment links and commands (${shortcut})`,
    unsettled: (waiting: number, attention: number) =>
      `${number(waiting)} waiting, ${number(attention)} ${attention === 1 ? 'needs' : 'need'} your attention`,
  },

  notices: {
    notWritten: 'Changes cannot be written to disk',
    notWrittenBecause: (problem: string) =>
      `${problem}. What was saved before is safe. Make room or check the data folder, then try again.`,
    close: (title: string) => `Close notice: ${title}`,
  },

  toasts: {
    review: 'Review',
    show: 'Show',
    sold: (title: string, sales: string) => `${title}: ${sales.replaceAll('\n', ', ')}`,
    /** `link`: its product and what distinguishes it from others. */
    linkOfCopied: (link: string) => `Checkout link copied: ${link}`,
    linkCopied: 'Checkout link copied',
    linkReady: (link: string) => `The checkout link is ready: ${link}`,
  },

  store: {
    current: 'Current store',
    name: (name: string) => `Store: ${name}`,
    account: (email: string, serviceAddress: string) => `${email} at ${serviceAddress}`,
    onThisComputer: 'Stores on this computer',
    shownNow: 'Shown now',
    signIn: 'Sign in',
    signOut: 'Sign out',
    addAnother: 'Add another store',
    syncStatus: 'Sync status',
    needsAttention: (name: string, changes: number) =>
      `${name}: ${counted(changes, 'change')} ${changes === 1 ? 'needs' : 'need'} your attention`,
    signInToSend: (name: string, changes: number) => `${name}: sign in to send ${counted(changes, 'change')}`,
    practice: 'Practice',
    products: (count: number) => counted(count, 'product'),
    links: (count: number) => counted(count, 'link'),
    waiting: (count: number) => `${number(count)} waiting`,
    attention: (count: number) => `${number(count)} ${count === 1 ? 'needs' : 'need'} attention`,
    signedOut: 'signed out',
    worksOffline: 'works offline',
    /** Beside a status that says what needs attention. */
    offline: 'Offline',
  },
};
