// The webhook inbox.
export const inbox = {
  portTaken: (port: number) => `Port ${port} is in use by another program. Choose another port.`,
  portNotAllowed: (port: number) => `This computer does not let the app use port ${port}. Choose another port.`,
  notStarted: (reason: string) => `The inbox could not be started: ${reason}`,
  isVerified: 'This delivery is verified: its sale counts already.',
  notCleared:
    'Some sales in these deliveries could not be stored yet, so nothing was cleared. Restart the app, then clear again.',
  gone: 'This delivery is no longer kept: the inbox keeps the last 10,000.',
  /** Replaces the verification key in a delivery; stored on disk like that, as the next one. */
  maskedKey: (characters: number) => `•••••••• (${characters} characters)`,
  /** Replaces a known key in any text from outside. */
  hiddenKey: '(hidden key)',

  /** Rejected requests, at the end of "The last was …". */
  turnedAway: {
    notHttp: 'a request that is not HTTP',
    largeHeaders: 'a request with headers over 16 kB',
    tooSlow: 'a request that did not end in time',
    otherMethod: (method: string) => `a ${method} request; deliveries are POSTs`,
    webPage: 'a request from a web page; deliveries come from a service',
    largeBody: 'a body over 1 MB',
    tooMuchAtOnce: 'a delivery that came while too much was being received at once',
    brokenOff: 'a request that broke off',
  },

  replay: {
    keyUnknown: 'This app no longer has the key of this delivery. Replay it without the key.',
    noAnswerWithin: (seconds: number) => `There was no answer within ${seconds} seconds.`,
    nothingListens: 'Nothing listens at this address.',
    noHost: 'There is no such host.',
    notConfirmed: 'You did not agree, so nothing was sent.',
    /** Asked in a dialog of the system. */
    confirm: {
      message: (host: string) => `Send this delivery to ${host}?`,
      detail: (address: string, withKey: boolean) =>
        withKey
          ? `The sale, your customer’s data and the webhook key leave this computer for ${address}`
          : `The sale and your customer’s data leave this computer for ${address}`,
      button: 'Send',
    },
  },

  export: {
    nothing: 'There is no delivery to export.',
    one: 'Export delivery',
    several: 'Export deliveries',
    fileKind: 'JSON',
  },

  /** What the data folder keeps and what is exported, at the beginning of a sentence that says what happened to it. */
  kept: {
    settings: 'The settings of the webhook inbox',
    delivery: 'The delivery',
    deliveries: 'The deliveries',
  },
};
