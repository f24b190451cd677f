// The screen "Sync".
import type { Phrase } from '../../phrase.ts';
import { number } from './counting.ts';

export const sync = {
  syncNow: 'Sync now',
  waitingChanges: 'Waiting changes',
  history: 'History',
  searchHistory: 'Search history',
  nothingSentOffline: 'Nothing was sent: “Work offline” is on. Turn it off first.',
  nothingWaits: 'Nothing waits to be sent.',
  allIsTried: 'Everything that waits is tried now.',
  serviceNamedTime: (time: string) => `The service asked us to wait until ${time}. Everything is sent after that.`,

  columns: {
    change: 'Change',
    state: 'State',
    since: 'Since',
    nextAttempt: 'Next attempt',
    ending: 'Ending',
    when: 'When',
  },

  /** Why nothing goes out at the moment. */
  status: {
    workOffline: '“Work offline” is on: changes wait until you turn it off.',
    signedOut: 'You are signed out: changes wait here until you sign in.',
    paused: {
      unreachable: <Part>(when: Part): Phrase<Part> => ['The service cannot be reached. Next attempt ', when, '.'],
      busy: <Part>(when: Part): Phrase<Part> => ['The service is busy. Next attempt ', when, '.'],
      faulty: <Part>(when: Part): Phrase<Part> => ['The service has a problem. Next attempt ', when, '.'],
      silent: <Part>(when: Part): Phrase<Part> => ['The service does not answer. Next attempt ', when, '.'],
    },
    namedWait: <Part>(when: Part): Phrase<Part> => ['The service asked us to wait. Next attempt ', when, '.'],
  },

  /** In the column "Next attempt". */
  nextAttempt: {
    whenYouDecide: 'When you decide',
    afterAnother: 'After another change',
    now: 'Now',
    whenOnline: 'When back online',
    afterSignIn: 'After sign-in',
    soon: 'Soon',
  },
  timeLeft: {
    none: 'now',
    seconds: (seconds: number) => `in ${seconds} s`,
    minutes: (minutes: number, seconds: number) => `in ${minutes} min ${seconds} s`,
    hours: (hours: number, minutes: number) => `in ${hours} h ${minutes} min`,
  },

  waiting: {
    notRead: 'The waiting changes could not be read',
    none: 'Nothing waits. Every change is on the service.',
    seeSent: 'See what was sent',
    whatIsListed:
      'Go on with your products and payment links: what you make offline, or what needs your decision, is listed here.',
  },

  ended: {
    notRead: 'The history could not be read',
    none: 'Nothing has been sent yet',
    goToProducts: 'Go to your products',
    whatIsKept:
      'Make a product or a payment link: each change is kept here after it was sent, with what the service answered.',
    noneMatches: 'No change matches this search',
    whatToSearch: 'Search for a word of its title, such as a product or an order number.',
    endings: { sent: 'Sent', discarded: 'Discarded', withdrawn: 'Withdrawn' },
  },

  /** Changes that came from a backup. */
  restored: {
    held: (count: number) =>
      count === 1
        ? '1 change came from a backup and is held for you to decide.'
        : `${number(count)} changes came from a backup and are held for you to decide.`,
    sendAll: 'Send all restored changes',
    title: 'Send all restored changes?',
    sentFromHere: (count: number) =>
      count === 1 ? '1 change is sent from here.' : `${number(count)} changes are sent from here.`,
    mayComeTwice:
      "If the app that the backup was made with has sent them since, or still will, products and links come to exist twice. Look on your store's page first.",
    confirm: 'Send all',
    notSent: 'Nothing was sent',
    willBeSent: (count: number) => (count === 1 ? '1 change will be sent.' : `${number(count)} changes will be sent.`),
  },

  decisions: {
    edit: 'Edit',
    editAndSendAgain: 'Edit and send again',
    sendAgain: 'Send again',
    discard: 'Discard',
    wentThrough: 'It went through',
  },

  sendAgain: {
    title: 'Send again?',
    productMayExist:
      "The service may have made this product already. If it has, sending it again makes a second one. Look on your store's page first; if it is there, choose “It went through” instead.",
    linkMayExist:
      "The service may have made this payment link already. If it has, sending it again makes a second one. Look on your store's page first; if it is there, choose “It went through” instead.",
    notSent: 'The change was not sent again',
    willBeSent: 'The change will be sent again.',
  },

  discard: {
    titleOne: 'Discard this change?',
    titleMany: 'Discard these changes?',
    dependents: (count: number) =>
      count === 1
        ? 'One change waits for it and is discarded too:'
        : `${count} changes wait for it and are discarded too:`,
    notDiscarded: 'Nothing was discarded',
    oneDiscarded: 'Change discarded',
    manyDiscarded: 'Changes discarded',
  },

  wentThrough: {
    tellWhatItIs: (change: string) =>
      `${change}. If you see it on your store's page, tell the app what it is there, and it is not sent a second time.`,
    fields: {
      productId: {
        label: 'Product id',
        description: 'The number that the service gave the product',
        missing: 'Enter the product id',
      },
      paymentLink: {
        label: 'Payment link',
        description: 'The whole address of the link, as your store shows it',
        missing: 'Enter the payment link',
      },
    },
    save: 'Save',
    recorded: 'Recorded: the service has this change. It is not sent again.',
    notRecorded: 'This was not recorded',
  },

  change: {
    opening: 'Opening the change',
    gone: 'This change is gone',
    goneBecause: 'It is neither in the queue nor in the history, which keeps the last 5,000 changes.',
    notRead: 'The change could not be read',
    close: 'Close change',
    waitsFor: 'Waits for',
    sent: 'What was sent',
    willBeSent: 'What will be sent',
    wouldHaveBeenSent: 'What would have been sent',
    withoutBody: 'Without a body.',
    attempts: 'Attempts',
    noAttempts: 'None yet.',
    status: (status: number) => `Status ${status}`,
    answer: 'What the service answered',
    copyRequest: 'Copy request',
    requestCopied: 'Request copied',
    copyAnswer: 'Copy answer',
    answerCopied: 'Answer copied',
  },
};
