// What a change does, its state and the reason.
import { number } from './counting.ts';

const day = (at: number) =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export const changes = {
  /** The locale of amounts of money. */
  moneyLocale: 'en-US',
  discounted: (discounted: string, regular: string) => `${discounted} instead of ${regular}`,

  /** Distinguishing values come first, because there may be no room for the rest. */
  linkInDoubt: (facts: string, product: string) => `${facts}, ${product}`,
  noneInDoubt: 'No change in doubt can have created this payment link.',
  gone: 'This change is no longer waiting. See the history.',
  triedSince: 'It was tried again since you were asked. Look at it again.',
  othersWait: 'Other changes wait for this one; discard them together.',
  /** Replaces the key in the request of a change. */
  hiddenKey: (characters: number) => `(your verification key, ${characters} characters)`,

  /** What a change does, without a full stop. `facts` are prices and metadata, one after the other. */
  titles: {
    createProduct: (title: string) => `Create product "${title}"`,
    setDefaultPrice: (product: string, prices: string) => `Set default price of "${product}" to ${prices}`,
    createLink: (product: string, facts: string) => `Create payment link for "${product}", ${facts}`,
    deleteLink: (product: string) => `Delete payment link for "${product}"`,
    deleteLinkWith: (product: string, facts: string) => `Delete payment link for "${product}", ${facts}`,
    deleteReplacedLink: (product: string) => `Delete replaced payment link for "${product}"`,
    deleteReplacedLinkWith: (product: string, facts: string) =>
      `Delete replaced payment link for "${product}", ${facts}`,
    saveWebhook: (url: string, isOn: boolean, withKey: boolean) =>
      `Save webhook ${url}, ${isOn ? 'on' : 'off'}${withKey ? ', with a key' : ''}`,
  },

  /** The outcome of one attempt, without a full stop. */
  tries: {
    notSent: (why: string) => `Not sent: ${why}`,
    /** Why it was not sent, after a colon. */
    unreached: {
      'name-not-found': 'the name of the service was not found',
      refused: 'the service does not take connections',
      'no-route': 'there is no way to the service from this network',
      'connect-timeout': 'the service did not pick up in time',
      'tls-refused': 'no secure connection could be made',
      'proxy-refused': 'the proxy did not let it through',
      'not-connected': 'no connection could be made',
    },
    lost: {
      reset: 'Sent, connection lost',
      timeout: 'Sent, no answer in time',
      'cut-off': 'Sent, the answer broke off',
      'not-http': 'Sent, the answer could not be read',
      'app-closed': 'Sent or about to be, when the app was closed',
    },
    /** With the system's error, mostly a code. */
    withDetail: (ended: string, detail: string) => `${ended} (${detail})`,
    closedByService: 'the service closed it',
    answered: (status: number) => `Answered ${status}`,
    answeredWith: (status: number, headline: string) => `Answered ${status}: ${headline}`,
  },

  /** The service's message in a rejection. */
  refusal: (headline: string, status: number) => `${headline} (${status})`,
  refusalWithoutHeadline: (status: number) => `The service answered ${status}.`,
  redirected: 'The service redirected to another address. Check the service address.',
  redirectedTo: (where: string) => `The service redirected to another address (${where}). Check the service address.`,

  waits: {
    forAnother: 'Waiting for another change.',
    forComputer: (name: string) => `Waiting until ${name} has sent what this change needs.`,
    forStuck: (title: string) => `Waiting for "${title}", which needs your attention first.`,
    forSent: (title: string) => `Waiting for "${title}" to be sent first.`,
    held: 'It is sent in a few seconds. Until then it can be undone.',
    offline: 'Waiting because you work offline.',
    signedOut: 'Waiting for you to sign in.',
    keyLocked: 'Waiting until the key store is unlocked.',
    /** The store sends nothing but probes. */
    paused: {
      unreachable: 'Waiting until the service can be reached.',
      busy: 'Waiting because the service is busy.',
      faulty: 'Waiting because the service has a problem.',
      silent: 'Waiting because the service does not answer.',
    },
    next: 'Next to be sent.',
  },
  sending: 'Being sent.',

  retries: {
    unreached: (why: string) => `The service could not be reached: ${why}. Nothing was lost; it is tried again.`,
    busy: (status: number) => `The service is busy (${status}). Nothing was lost. We will retry.`,
    faulty: (status: number) => `The service had an error (${status}). Nothing was lost. We will retry.`,
    foreign: (status: number) =>
      `Something else than the service answered (${status}), such as a sign-in page of the network. Nothing was lost. We will retry.`,
    lost: 'The connection was lost. This change can be repeated safely. We will retry.',
  },

  /** Why changes need the seller, in a menu with how many there are of each; in this order. */
  reasons: {
    'answer-lost': 'Answer lost',
    'server-error': 'Server error',
    'not-understood': 'Answer not understood',
    'see-other': 'Redirected, may exist',
    'not-found': 'Not found',
    damaged: 'Lost with a damaged file',
    restored: 'Restored from a backup',
    refused: 'Rejected',
    redirected: 'Redirected',
    'gave-up': 'Gave up',
    'key-lost': 'Verification key missing',
    'no-address': 'Address missing',
    'not-replaced': 'Replacement missing',
  },

  /** Why it is unknown whether the service carried it out. */
  review: {
    serverError: 'The service answered with a server error.',
    serverErrorWith: (status: number) => `The service answered with a server error (${status}).`,
    busy: (status: number) => `The service was busy (${status}) and did not say whether it took the change.`,
    seeOther: (status: number) =>
      `The service redirected to another address (${status}). That is the usual answer after something was created.`,
    notFound: (status: number) =>
      `The service did not find this link (${status}). It may already be deleted, or the request went to the wrong place and the link still sells. Open the checkout link to see.`,
    foreign: (status: number) =>
      `Something else than the service may have answered (${status}), such as a sign-in page of the network.`,
    restored: (backupAt: number) =>
      `Restored from a backup of ${day(backupAt)}; the app that it was made with may have sent it since.`,
    damaged: 'Its change was lost with a damaged file.',
    notUnderstood: 'The service accepted it, but its answer does not say what was created.',
    appClosed: 'The app was closed while this was being sent.',
    answerLost: 'The connection broke before the service answered.',
    answerLate: 'The service did not answer in time.',
    sendAgainHarmless: 'Sending it again does no harm. If you see that it is done, mark it as sent.',
    mayExist: "It may exist already. Check your store's page before you send it again.",
  },

  rejected: {
    gaveUp: (tries: number) => `Gave up after ${number(tries)} tries.`,
    gaveUpWith: (tries: number, last: string) => `Gave up after ${number(tries)} tries. The last one: ${last}.`,
    keyLost: (mayBeThere: boolean) =>
      `${mayBeThere ? 'It may be on the service already, but cannot be sent again' : 'It was not sent'}: its verification key is no longer on this computer. Without a key store keys are kept in memory only, and backups leave them out. Enter it again or generate a new one.`,
    noAddress: 'It cannot be sent: the address that the service gave does not tell which product or link is meant.',
    notReplaced: 'It was held back: the link that replaces it is not known to be on the service.',
    oldLinkWorks: 'The old link still works.',
    saidNo: 'The service refused this.',
    saidNoBare: (status: number) => `The service refused this (${status}).`,
    saidNoWith: (headline: string, status: number) => `The service refused this: ${headline} (${status})`,
    /** Adds a full stop to the service's message, so that other sentences can follow. */
    asSentence: (said: string) => (/[.!?]$/.test(said) ? said : `${said}.`),
    bothMayWork: 'The new link is there, and the old one may still work too.',
    bothWork: 'The new link is there, and the old one still works too.',
  },

  ended: {
    discarded: {
      'product.create': 'Discarded by you; it may exist on the service.',
      'product.update': 'Discarded by you; it may be on the service.',
      'link.create': 'Discarded by you; it may exist on the service.',
      'link.delete': 'Discarded by you; the deletion may have been carried out on the service.',
      'settings.update': 'Discarded by you; it may be on the service.',
    },
    discardedUnsent: 'Discarded by you; not sent.',
    takenBack: 'Withdrawn before it was sent.',
    takenBackInDoubt: 'Withdrawn before it was sent again; an earlier try may have gone through.',
    saved: 'Saved on the service.',
    /** The seller said that the service has it. Without a full stop after what was entered, so that it can be copied. */
    recorded: {
      product: (id: number) => `Recorded by you: product id ${id}`,
      link: (address: string) => `Recorded by you: ${address}`,
      plain: 'Recorded by you.',
      /** Its keywords for search. */
      search: 'Recorded by you',
    },
    alreadyGone: 'It was already gone.',
    unknownAnswer: 'The service accepted it, with an answer that this app does not know.',
  },

  doubt: {
    /** `why` is one of those below. */
    mayBeThere: {
      'product.create': (why: string) => `It may exist on the service already: ${why}.`,
      'product.update': (why: string) => `It may be on the service already: ${why}.`,
      'link.create': (why: string) => `It may exist on the service already: ${why}.`,
      'link.delete': (why: string) => `The deletion may have been carried out on the service already: ${why}.`,
      'settings.update': (why: string) => `It may be on the service already: ${why}.`,
    },
    serverError: (status: number) => `the service answered a try with a server error (${status})`,
    notFound: (status: number) => `the service did not find it at a try (${status})`,
    redirected: (status: number) => `the service redirected a try to another address (${status})`,
    notUnderstood: 'the answer to a try could not be understood',
    appClosed: 'the app was closed during a try',
    answerLost: 'an answer was lost',
    damaged: 'a damaged file took what was known of it',
    restored: 'the app that its backup was made with may have sent it',

    earlierTry: "An earlier try may have gone through all the same; look on your store's page.",
    earlierChange:
      'An earlier change to the same thing, which you discarded, may have been carried out on the service.',
    /** Beside a link that is not shown as deleted. */
    deletion:
      'A deletion of this link that you discarded may have been carried out on the service. Delete it again if it is to go.',
    /** Beside the default price of a product. */
    price: 'Not certain: a change of this price that you discarded may be on the service. Set it again to be sure.',
    /** Beside the webhook as it was saved last. */
    webhook: 'A change that you discarded may be on the service. Save it again to be sure.',
    webhookKey:
      'The service may have another key: that of a change that you discarded. Enter a key and save it to be sure.',
  },

  /** What "Discard" means. */
  discarding: {
    notTakenBack: 'Discarding does not take it back; the app only does not try it again. History keeps a note of it.',
    notAgain:
      'It is not sent again. What the service did with earlier tries is listed under “Attempts”. History keeps a note of it.',
    notSent: 'It is not sent. History keeps a note of it.',
  },

  /** Shown in toasts. */
  toasts: {
    title: (title: string, explanation: string) => `${title}: ${explanation}`,
    lookOnPage: "Check your store's page.",
    needAttention: (count: number) => `${number(count)} changes need your attention.`,
    unknownAnswers: (count: number) =>
      `The service accepted ${number(count)} changes with answers that this app does not know. Check your store's page.`,
  },
};
