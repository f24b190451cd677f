// The screen "Sales".
import type { Phrase } from '../../phrase.ts';
import { counted, number } from '../window/counting.ts';

export const sales = {
  search: 'Search sales',
  exportCsv: 'Export CSV',
  exported: (rows: number, file: string) => `${counted(rows, 'sale')} exported to ${file}`,
  notRead: 'The sales could not be read',
  about: "What your webhook delivered, not the service's books.",
  aboutMore: 'The service may have recorded more sales than it delivered here.',

  /** Above the list, where sales do not arrive as they should. */
  keyLost: 'The verification key is no longer on this computer, so sales that arrive are not verified.',
  webhookOff: 'The webhook is off, so new sales do not arrive.',
  notSetUp: 'The webhook is not set up, so new sales do not arrive.',
  seeWebhook: 'See Webhook',

  none: 'No sales yet',
  howToGetOne:
    'Sales arrive by the after-sell webhook. Set it up with a verification key: the webhook inbox on this computer receives them from the practice store, and the relay of a team receives them from the internet, also while this computer is off.',
  /** In the place of `howToGetOne` where there is no team yet; what a team is follows. */
  howToGetOneWithoutTeam: 'Sales arrive by the after-sell webhook. Set it up with a verification key.',
  openWebhook: 'Set up the webhook',
  openTeam: 'Set up a team',
  seeTeam: 'See your team',
  noneForFilters: 'No sales match these filters.',
  noneForSearch: (search: string) =>
    `No sale matches "${search}". You can search for a product, metadata, an amount, or anything in the event.`,
  noneForSearchAndFilters: (search: string) => `No sale matches "${search}" with these filters.`,
  clearFilters: 'Clear filters',

  columns: {
    time: 'Time',
    product: 'Product',
    amount: 'Amount',
    metadata: 'Metadata',
    link: 'Link',
    verified: 'Verified',
  },
  states: {
    verified: { word: 'Verified', why: 'It was delivered with the verification key of this store.' },
    marked: { word: 'Marked by you', why: 'It came without the key, and you marked it as a sale.' },
    unverified: {
      word: 'Not verified',
      why: 'It did not come with your verification key, so anyone may have sent it. It does not count as a sale until you mark it.',
    },
  },
  unknownProduct: 'Unknown product',
  noLink: 'No link',

  filters: {
    byProduct: 'Filter by product',
    allProducts: 'All products',
    ofLink: 'One payment link',
    notOfLink: 'Show the sales of all payment links',
  },
  sold: {
    label: (when: string) => `Sold: ${when}`,
    rangeTitle: 'Sold between',
  },

  totals: {
    sales: (count: number) => counted(count, 'sale'),
    unverified: (count: number) => `${number(count)} not verified`,
    withoutAmount: (count: number) => `${number(count)} without an amount`,
    notRead: 'The totals could not be read',
  },
  chart: {
    title: 'Sales per day',
    sales: 'Sales',
    /** Read out instead of the chart. */
    summary: (count: number, from: string, to: string) => `${counted(count, 'sale')} from ${from} to ${to}.`,
    most: (count: number, day: string) => `Most on ${day}: ${number(count)}.`,
    days: (days: string) => `By day: ${days}.`,
    day: (day: string, count: number) => `${day} ${number(count)}`,
    isCut: 'The chart shows the last 366 days.',
  },

  commands: {
    open: 'Show details',
    showLink: 'Show the link',
    mark: 'Mark as sold',
    unmark: 'Not a sale',
    copyBody: 'Copy body',
    /** Of the menu of a row. */
    more: (product: string) => `More actions for ${product}`,
  },
  marked: 'Marked as sold.',
  unmarked: 'No longer marked as sold.',
  bodyCopied: 'Body copied',

  details: {
    label: 'Sale details',
    sale: 'Sale',
    close: 'Close details',
    notRead: 'The sale could not be read',
    gone: 'This sale is no longer kept.',
    state: 'State',
    sold: 'Sold',
    product: 'Product',
    amount: 'Amount',
    priceOfLink: 'The event names no amount: this is the price of the link.',
    link: 'Link',
    found: { uuid: 'found by its uuid', metadata: 'found by its metadata' },
    links: {
      deleted: 'The link was deleted.',
      unknown: 'It names no link that this app knows. When you add the link, the sale is shown there too.',
      several: 'Several links fit, so none of them was marked as sold.',
    },
    eventId: 'Event id',
    deliveries: 'Deliveries',
    repeated: <Part>(count: number, isLeast: boolean, last: Part): Phrase<Part> => [
      `${number(count)}${isLeast ? ' or more' : ''}, last `,
      last,
      '. It counts once.',
    ],
    metadata: 'Metadata',
    noMetadata: 'None',
    body: 'Body',
    noBody: 'An earlier version of the app recorded this sale without its event.',
    cut: 'The body was longer; only its start was kept.',
  },

  /** On a link's details and a product's page. */
  show: 'Show sales',
};
