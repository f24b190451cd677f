// The webhook inbox.
import { number } from '../window/counting.ts';

export const inbox = {
  title: 'Webhook inbox',
  about:
    'A receiver on this computer that shows what the webhook delivers. It listens only after you start it, and only a service on this computer, such as the practice store, can reach it.',
  fromRelay:
    "Deliveries that your team's relay has received are listed here too; they do not need the inbox to be started.",
  notRead: 'The webhook inbox could not be read',

  port: 'Port',
  enterPort: 'Enter a port',
  start: 'Start inbox',
  listensAt: 'Listening at',
  useAddress: 'Use this address',
  stop: 'Stop inbox',
  missed: {
    title: "Sales are sent to this app's inbox, but it is stopped.",
    start: 'Start the inbox',
  },
  /** `answer`: one of `answers`. */
  refuses: (answer: string) => `The inbox answers every delivery with ${answer}, so the service takes it as failed.`,
  refusesSilently: 'The inbox answers no delivery, so the service takes each as failed.',
  acceptAgain: 'Answer with 200',
  gap: (from: string, until: string) =>
    `The inbox did not run from ${from} until ${until}. The service may not send the sales of that time again. Look for them in your store on the service.`,
  dismissGap: 'Dismiss',
  answerWith: 'Answer with',
  answers: {
    200: '200 (received)',
    400: '400 (bad request)',
    403: '403 (forbidden)',
    500: '500 (receiver failed)',
    503: '503 (unavailable)',
    slow: 'Slow: 200 after 5 seconds',
    none: 'None: no answer at all',
  },
  notKept: 'Deliveries cannot be kept',
  notKeptBecause: (problem: string) =>
    `${problem}. The sender is answered 507 and can deliver again; what was kept before is still here.`,
  turnedAway: (count: number, last: string) =>
    count === 1
      ? `1 request was rejected since the inbox was started. The last was ${last}.`
      : `${number(count)} requests were rejected since the inbox was started. The last was ${last}.`,

  verification: {
    verified: { word: 'Verified', why: 'It carries the verification key of a store in this app.' },
    wrong: { word: 'Not verified', why: 'It carries another key than the saved one.' },
    missing: {
      word: 'Not verified',
      why: 'It carries no Webhook-Key header. Without a verification key, anyone can send such a delivery.',
    },
    unknown: {
      word: 'Not verified',
      why: 'This app knows no verification key to compare with: save one, or save it again after a restart.',
    },
  },
  events: {
    sale: { word: 'Sale', why: 'It names a payment link, or calls itself an after-sell event.' },
    test: { word: 'Test', why: 'It says that it is a test event.' },
    unknown: {
      word: 'Unknown',
      why: "Its body doesn't say whether it is a sale or a test, and names no payment link.",
    },
    notJson: { word: 'Not JSON', why: 'Its body is not valid JSON, so nothing can be read from it.' },
  },
  size: {
    bytes: (bytes: number) => `${bytes} B`,
    kilobytes: (kilobytes: number) => `${kilobytes.toFixed(1)} kB`,
    megabytes: (megabytes: number) => `${megabytes.toFixed(2)} MB`,
  },

  deliveries: {
    label: 'Deliveries',
    open: 'Show details',
    search: 'Search deliveries',
    export: 'Export deliveries',
    exported: (count: number) => (count === 1 ? '1 delivery exported' : `${number(count)} deliveries exported`),
    notRead: 'The deliveries could not be read',
    columns: {
      time: 'Time',
      event: 'Event',
      verified: 'Verified',
      product: 'Product',
      amount: 'Amount',
      metadata: 'Metadata',
      answered: 'Answered',
      size: 'Size',
    },
    /** `product` is null where it is not known. */
    ofOtherStore: (product: string | null, store: string) => (product === null ? store : `${product} (${store})`),
    answeredNothing: 'nothing',
    none: 'No deliveries yet',
    howToGetOne: 'Press "Use this address", then "Save webhook" and "Send test event": the delivery shows up here.',
    noneMatches: 'No delivery matches this search',
    whatIsSearched: 'Headers, path and the first 32 kB of the body are searched.',
    kept: (count: number) =>
      `${number(count)} kept. The inbox keeps the last 10,000 deliveries on this computer; verification keys are masked before anything is kept.`,
    clear: 'Clear deliveries',
    /** `stores`: how many this app has; the inbox is one for all of them. */
    willBeCleared: (count: number, stores: number) => {
      const what = count === 1 ? 'The delivery in the inbox' : `All ${number(count)} deliveries in the inbox`;
      const whose = stores > 1 && count > 1 ? `, those of all ${number(stores)} stores,` : '';
      return `${what}${whose} will be removed from this computer. Sales stay listed, and links that were marked as sold stay marked.`;
    },
    notCleared: 'The deliveries were not cleared',
  },

  delivery: {
    title: 'Delivery',
    close: 'Close delivery',
    notRead: 'The delivery could not be read',
    gone: 'It is no longer kept: the inbox keeps the last 10,000 deliveries.',
    answered: (status: number) => `answered ${status}`,
    notAnswered: 'not answered',
    notText: 'The body is not text; it is shown in base64.',
    notJson: 'The body is not valid JSON; it is kept as it came.',
    product: 'Product',
    store: 'Store',
    amount: 'Amount',
    metadata: 'Metadata',
    entry: (key: string, value: string) => `${key}: ${value}`,
    showLink: 'Show the link',
    markSale: 'Mark as sold',
    takeBack: 'Not a sale',
    markedSale: 'Link marked as sold.',
    takenBack: 'Link no longer marked as sold by this delivery.',
    copyCurl: 'Copy as cURL',
    curlCopied: 'cURL command copied. It takes the key from the variable WEBHOOK_KEY.',
    replay: 'Replay',
    export: 'Export delivery',
    show: 'Show the delivery',
    pretty: 'Pretty',
    raw: 'Raw body',
    cut: 'Only the start is shown; “Export delivery” has all of it.',
  },

  replay: {
    title: 'Replay delivery',
    address: 'Address',
    whatIsSent: 'The same body and headers are sent there, with one POST.',
    withKey: 'Send the verification key along',
    whenWithKey: 'As the service does. Turn it off for an address that is not yours.',
    notReplayed: 'The delivery was not replayed',
    answer: 'Replay answer',
    answered: (status: number, duration: string) => `Answered ${status} after ${duration}`,
    notAnswered: (duration: string) => `No answer after ${duration}`,
    send: 'Send',
  },
};
