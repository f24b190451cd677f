// What a delivery of the webhook says about a sale.
export const sales = {
  ofOtherStore: (store: string) => `It carries the key of another store: ${store}.`,
  ofUnknownStore: 'It carries the key of another store: that is not known any more.',
  test: 'It says that it is a test event: no sale.',
  unknownLink: 'It names a payment link that this app does not know.',
  linkOfOtherStore: (product: string, store: string) =>
    `It names a payment link of “${product}” in another store: ${store}. Switch to that store to see it.`,
  severalFit: {
    uuid: (links: number) => `${links} payment links fit its uuid, so none of them was marked as sold.`,
    metadata: (links: number) => `${links} payment links fit its metadata, so none of them was marked as sold.`,
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
  notMarked: 'It fits no payment link of this store any more, or another delivery of the same sale is verified.',
};
