// Products and payment links.
export const catalog = {
  /** Shown instead of an unknown title. */
  goneProduct: 'Product',
  belongsTo: (product: string) => `This address belongs to "${product}"`,
  belongsToAnother: 'This address belongs to another product',

  products: {
    notElsewhere: 'This product is no longer being created on another computer. Nothing was changed.',
    gone: 'This product is no longer in the catalog.',
    sentAlready: 'This product has been sent already; the service has no way to change its texts.',
    updateIsOff:
      'Setting a default price uses a call that the service does not document. Turn it on in Settings first.',
    addressUnknown: "The checkout address is not known yet: it is learned from the product's first payment link.",
    idTaken: (product: string) => `"${product}" already has this id`,
    enterAddress: 'Enter a whole checkout address, like https://checkout.example/your-name/12',
  },

  existingLink: {
    chooseProduct: 'Choose a product',
    productNotSent: 'This product is not on the service yet, so no link there can belong to it.',
    enterLink: 'A payment link looks like https://checkout.example/your-name/12?uuid=…',
    belongsTo: (product: string) => `This address belongs to "${product}", not to the product that you chose`,
    belongsToAnother: 'This address belongs to another product, not to the product that you chose',
    deleted: 'This link was deleted with this app; its address no longer works',
    known: (product: string) => `This link is in your catalog already: "${product}"`,
    /** `facts` are prices and metadata, one after the other. */
    knownWith: (product: string, facts: string) => `This link is in your catalog already: "${product}", ${facts}`,
    taken: 'Another payment link in your catalog already has this address',
    otherHost: (known: string, host: string) =>
      `Your store's payment links are on ${known}, this one is on ${host}. If your store has moved, change its checkout address in Settings first`,
  },
};
