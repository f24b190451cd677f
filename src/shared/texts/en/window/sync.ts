// The screen "Sync".
// Over 300 lines, because all texts of a screen are in one file for its translator.
import type { Phrase } from '../../phrase.ts';
import { counted, number } from './counting.ts';

/** The result of a decision about many changes. `done`: the part about those it was carried out for. */
const withChanged = (done: string, changed: number) => {
  if (changed === 0) return done;
  return changed === 1
    ? `${done}, 1 changed meanwhile and was left as it is`
    : `${done}, ${number(changed)} changed meanwhile and were left as they are`;
};

const some = (count: number, isMore: boolean) => counted(count, isMore ? 'other change' : 'change');
const waits = (subject: string, count: number) => `${subject} ${count === 1 ? 'waits' : 'wait'}`;

export const sync = {
  syncNow: 'Sync now',
  waitingChanges: 'Waiting changes',
  history: 'History',
  searchHistory: 'Search history',
  /** What a change does, where there is no room for its whole title. */
  kinds: {
    'product.create': 'Create product',
    'product.update': 'Set price',
    'link.create': 'Create link',
    'link.delete': 'Delete link',
    'settings.update': 'Save webhook',
  },
  /** The result of "Sync now": one or more of these sentences. */
  now: {
    toDecide: (count: number) => `${counted(count, 'change needs', 'changes need')} your decision.`,
    /** `decisions`: how many changes need one. */
    afterDecision: (count: number, decisions: number) =>
      `${waits(counted(count, 'other change'), count)} for ${decisions === 1 ? 'it' : 'them'}.`,
    locked: (count: number, isMore: boolean) => `${waits(some(count, isMore), count)} until the key store is unlocked.`,
    /** What holds back changes that could be sent automatically. `isMore`: other changes were mentioned before. */
    held: {
      // No time for the last four: the screen says when the next attempt is.
      offline: (count: number, isMore: boolean) =>
        `${waits(some(count, isMore), count)} until you turn “Work offline” off.`,
      'signed-out': (count: number, isMore: boolean) => `${waits(some(count, isMore), count)} until you sign in.`,
      disk: (count: number, isMore: boolean) =>
        `${waits(some(count, isMore), count)} until changes can be written to disk.`,
      unreachable: (count: number, isMore: boolean) =>
        `The service was asked again. ${waits(some(count, isMore), count)} until it can be reached.`,
      busy: (count: number, isMore: boolean) =>
        `The service was asked again. ${waits(some(count, isMore), count)} until it takes requests again.`,
      faulty: (count: number, isMore: boolean) =>
        `The service was asked again. ${waits(some(count, isMore), count)} until its problem is solved.`,
      silent: (count: number, isMore: boolean) =>
        `The service was asked again. ${waits(some(count, isMore), count)} until it answers again.`,
    },
    named: (count: number, isMore: boolean, time: string) =>
      `The service asked us to wait until ${time}. ${some(count, isMore)} ${count === 1 ? 'is' : 'are'} sent after that.`,
    tried: (count: number, isMore: boolean) => `${some(count, isMore)} ${count === 1 ? 'is' : 'are'} tried now.`,
    nothingElse: 'Nothing else is waiting.',
    nothing: 'Nothing is waiting to be sent.',
  },

  columns: {
    change: 'Change',
    state: 'State',
    since: 'Since',
    nextAttempt: 'Next attempt',
    ending: 'Outcome',
    when: 'When',
  },

  /** Why nothing is being sent. */
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
    none: 'No changes are waiting',
    seeSent: 'See what was sent',
    whatIsListed:
      'Changes that wait to be sent, for example while you are offline, and changes that need your decision are listed here.',
  },

  ended: {
    notRead: 'The history could not be read',
    none: 'Nothing has been sent yet',
    goToProducts: 'Go to your products',
    whatIsKept:
      "Create a product or a payment link. Each change is kept here after it is sent, with the service's answer.",
    noneMatches: 'No change matches this search',
    whatToSearch: 'Search for a word of its title, such as a product or an order number.',
    endings: { sent: 'Sent', recorded: 'Recorded by you', discarded: 'Discarded', withdrawn: 'Withdrawn' },
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
      "If the app that the backup was made with has sent them since, or still will, products and links exist twice. Check your store's page first.",
    confirm: 'Send all',
    notSent: 'Nothing was sent',
    willBeSent: (count: number) => (count === 1 ? '1 change will be sent.' : `${number(count)} changes will be sent.`),
  },

  decisions: {
    edit: 'Edit',
    editAndSendAgain: 'Edit and send again',
    sendAgain: 'Send again',
    discard: 'Discard',
    markAsSent: 'Mark as sent',
  },

  rowMenu: { open: 'Show details', link: 'Show payment link', product: 'Show product' },

  /** Selecting changes, and one decision about many of them. */
  many: {
    selectAll: 'Select all changes',
    select: (change: string) => `Select ${change}`,
    notSelected: 'The changes could not be selected.',
    total: (count: number) => counted(count, 'change'),
    byReason: 'Select by reason',
    /** `reason` as in "Answer lost". */
    reason: (reason: string, count: number) => `${reason} (${number(count)})`,
    /** What was offered a moment ago is no longer possible. */
    nothingLeft: 'None of the selected changes needs this now.',
    sendAgain: {
      some: (can: number, of: number) => `Send again (${number(can)} of ${number(of)})`,
      title: (count: number) => `Send ${counted(count, 'change')} again?`,
      meaning: (count: number, rejected: number) => {
        if (rejected === 0) return count === 1 ? 'It is sent as it is.' : 'They are sent as they are.';
        return rejected === 1
          ? 'The service rejected 1 change. It is sent again as it is, and may be rejected again.'
          : `The service rejected ${number(rejected)} changes. They are sent again as they are, and may be rejected again.`;
      },
      mayCreateTwice: (creates: number, count: number) => {
        if (creates < count) {
          return `For ${number(creates)} of them, the service may already have created the product or payment link. Sending again can create a second one. Check your store's page first.`;
        }
        return `The service may already have created ${count === 1 ? 'it' : 'them'}. Sending again can create a second product or payment link. Check your store's page first.`;
      },
      left: (left: number) =>
        left === 1
          ? '1 selected change is left out: the app sends it automatically, or its verification key or address is missing.'
          : `${number(left)} selected changes are left out: the app sends them automatically, or their verification key or address is missing.`,
      failed: 'Nothing was sent again',
      done: (done: number, changed: number) => withChanged(`${counted(done, 'change')} will be sent again`, changed),
    },
    markAsSent: {
      some: (can: number, of: number) => `Mark as sent (${number(can)} of ${number(of)})`,
      title: (count: number) => `Mark ${counted(count, 'change')} as sent?`,
      meaning: (count: number) =>
        count === 1
          ? "Do this only if you have seen on your store's page that the service has it. It is not sent again."
          : "Do this only if you have seen on your store's page that the service has them. They are not sent again.",
      deletions: (links: number) =>
        links === 1
          ? '1 payment link is then shown as deleted. If its address still works, it keeps selling.'
          : `${number(links)} payment links are then shown as deleted. Those whose address still works keep selling.`,
      left: (left: number) =>
        `${counted(left, 'selected change is', 'selected changes are')} left out: not in doubt, or creating a product or payment link. For those, open the change and enter what the service created.`,
      failed: 'Nothing was marked as sent',
      done: (done: number, changed: number) =>
        withChanged(`${counted(done, 'change')} recorded by you as sent`, changed),
    },
    discard: {
      some: (can: number, of: number) => `Discard (${number(can)} of ${number(of)})`,
      title: (count: number) => `Discard ${counted(count, 'change')}?`,
      meaning: (count: number) =>
        count === 1
          ? 'It is not sent. History keeps a note of it.'
          : 'They are not sent. History keeps a note of them.',
      along: (along: number) =>
        along === 1
          ? '1 other change waits for them and is discarded too.'
          : `${number(along)} other changes wait for them and are discarded too.`,
      mayBeThere: (inDoubt: number) =>
        `The service may already have carried out ${number(inDoubt)} of them. Discarding does not take that back: what was created stays on your store's page.`,
      withKey: (count: number) =>
        count === 1
          ? 'Undo cannot bring back the change to the webhook: its verification key is not kept.'
          : `Undo cannot bring back ${number(count)} changes to the webhook: their verification keys are not kept.`,
      left: (left: number) =>
        `${counted(left, 'selected change is', 'selected changes are')} left out: being sent right now, or settled already.`,
      failed: 'Nothing was discarded',
      done: (done: number, changed: number) => withChanged(`${counted(done, 'change')} discarded`, changed),
    },
  },

  sendAgain: {
    title: 'Send again?',
    productMayExist:
      "The service may have created this product already. If it has, sending it again creates a second one. Check your store's page first; if it is there, choose “Mark as sent” instead.",
    linkMayExist:
      "The service may have created this payment link already. If it has, sending it again creates a second one. Check your store's page first; if it is there, choose “Mark as sent” instead.",
    notSent: 'The change was not sent again',
    willBeSent: 'The change will be sent again.',
  },

  discard: {
    titleOne: 'Discard this change?',
    titleMany: 'Discard these changes?',
    dependents: (count: number) =>
      count === 1
        ? 'One change waits for it and is discarded too:'
        : `${number(count)} changes wait for it and are discarded too:`,
    notDiscarded: 'Nothing was discarded',
    oneDiscarded: (change: string) => `Change discarded: ${change}`,
    manyDiscarded: 'Changes discarded',
  },

  markAsSent: {
    about: (change: string) =>
      `${change}. If you see it on your store's page, enter here what the page shows. It is then recorded by you as sent, and not sent again.`,
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
    recorded: 'Recorded by you as sent. It is not sent again.',
    notRecorded: 'This was not recorded',
  },

  /** Where the seller sees what the service has. */
  storePage: {
    open: 'Open store page',
    title: 'Where is your store page?',
    about: 'The page on which you see your products and payment links. The app opens it in the browser from now on.',
    label: 'Store page',
    description: 'Can be changed in Settings',
    missing: 'Enter the address of your store page',
    save: 'Save and open',
    notSaved: 'The address was not saved',
  },

  /** Many addresses at once, each of which finds its change. */
  paste: {
    open: 'Paste addresses',
    about:
      'Copy the payment links from your store page, with prices and metadata where it shows them. Each address finds the change that created it; check them before you save.',
    label: 'Payment links',
    description: 'One a line; other text on the line helps to tell them apart',
    addresses: 'Addresses found',
    columns: { address: 'Address', change: 'Change' },
    changeFor: (address: string) => `Change for ${address}`,
    none: 'None of these changes',
    by: {
      metadata: 'Found by the metadata beside it',
      price: 'Found by the price beside it',
      product: 'Only the product tells: check price and metadata on your store page',
    },
    chooseAboveFirst: 'Choose for the addresses above first',
    found: (matched: number, known: number, unsettled: number) =>
      [
        `${counted(matched, 'address matches', 'addresses match')} a change.`,
        known > 0 && `${counted(known, 'address is', 'addresses are')} in your list already.`,
        unsettled > 0 && `${counted(unsettled, 'change has', 'changes have')} no address yet.`,
      ]
        .filter((sentence) => sentence !== false)
        .join(' '),
    withoutUuid: (count: number, first: string) =>
      count === 1
        ? `This address has no uuid, so it is not a payment link: ${first}`
        : `${number(count)} addresses have no uuid, so they are not payment links. The first is ${first}`,
    looking: 'Looking for the changes',
    stillLooking: 'Still looking for the changes. Try again in a moment.',
    noneFound: 'No new payment link found in this text',
    nothingChosen: 'Choose a change for at least one address',
    chosenTwice: (change: string) => `Two addresses have the same change: ${change}`,
    save: 'Mark as sent',
    failed: 'Nothing was marked as sent',
    recorded: (count: number) => `${counted(count, 'change')} recorded by you as sent`,
    someRefused: (recorded: number, refused: number, why: string) =>
      `${counted(recorded, 'change')} recorded by you as sent, ${number(refused)} not: ${why}`,
  },

  change: {
    opening: 'Opening the change',
    gone: 'This change no longer exists',
    goneBecause: 'It is neither in the queue nor in the history, which keeps the last 5,000 changes.',
    notRead: 'The change could not be read',
    close: 'Close change',
    waitsFor: 'Waiting for',
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
