// Sales: the sale in a delivery of the webhook, their export, and the notification of new ones.
import { counted, number } from './counting.ts';

export const sales = {
  ofOtherStore: (store: string) => `It carries the key of another store: ${store}.`,
  ofUnknownStore: 'It carries the key of another store, which is no longer known.',
  test: 'It says that it is a test event: no sale.',
  unknownLink: 'It names a payment link that this app does not know.',
  linkOfOtherStore: (product: string, store: string) =>
    `It names a payment link of “${product}” in another store: ${store}. Switch to that store to see it.`,
  severalFit: {
    uuid: (links: number) => `${number(links)} payment links fit its uuid, so none of them was marked as sold.`,
    metadata: (links: number) => `${number(links)} payment links fit its metadata, so none of them was marked as sold.`,
  },
  sold: {
    uuid: (product: string) => `A sale of a payment link of “${product}”, found by its uuid.`,
    metadata: (product: string) => `A sale of a payment link of “${product}”, found by its metadata.`,
  },
  repeated: (sale: string) => `${sale} It repeats an earlier delivery, so it does not count as another sale.`,
  notVerified: (product: string) =>
    `It names a payment link of “${product}”, but is not verified: anyone may have sent it. The link was not marked as sold.`,
  markedByYou: (product: string) => `You marked it as a sale of a payment link of “${product}”. It is not verified.`,
  verifiedElsewhere: (product: string) =>
    `Another delivery of the same sale is verified, so the payment link of “${product}” is marked as sold.`,
  notMarked: 'It no longer matches a payment link of this store, or another delivery of the same sale is verified.',
  notMarkedStored: 'This sale is verified, or no longer exists. Nothing was changed.',

  export: {
    title: 'Export sales',
    nothing: 'There is no sale to export.',
    notWritten: (reason: string) => `${reason}. Your sales are untouched; choose another place and try again.`,
    columns: {
      time: 'Time',
      product: 'Product',
      amount: 'Amount',
      currency: 'Currency',
      verified: 'Verified',
      url: 'Checkout URL',
      event: 'Event id',
      deliveries: 'Deliveries',
    },
    metadata: (key: string) => `metadata: ${key}`,
    otherMetadata: 'Other metadata',
    states: { verified: 'yes', marked: 'marked by you', unverified: 'no' },
    currency: (id: number) => `currency ${id}`,
  },

  news: {
    one: 'New sale',
    several: (count: number) => counted(count, 'new sale'),
    more: (count: number) => `and ${counted(count, 'other')}`,
    inStore: (title: string, store: string) => `${title} in ${store}`,
    withoutProduct: 'A sale without a known product',
  },
};
