// The forms about a payment link, and the fields that they share with the forms about a product.
import type { Phrase } from '../../phrase.ts';

export const linkForm = {
  create: 'Create link',
  notSaved: 'The payment link was not saved',
  forProduct: <Part>(product: Part): Phrase<Part> => ['For ', product],
  singleUseHint: 'The link is limited to a single sale',
  preview: 'Preview',
  buyersSee: 'Buyers see',
  noPriceYet: 'The price, once it is typed',
  unreadablePrice: 'The typed price cannot be read',
  priceNotAllowed: 'The typed price is not allowed',

  alike: {
    title: 'A link like this exists already',
    facts: (facts: string, hasSold: boolean) => `${facts}. ${hasSold ? 'It has sold. ' : ''}Nothing was created.`,
    show: 'Show it',
    createAnyway: 'Create anyway',
  },

  replace: {
    title: 'Replace payment link',
    submit: 'Replace link',
    whatHappens:
      'Links cannot be edited, so a new one is created. When the service has confirmed it, the old one is deleted, and its address stops working for everyone who has it.',
    sold: 'This link has sold. Its sales are shown with the old link only; the new one starts without "Sold".',
    soldOnce:
      'This link has sold. It is for a single sale, and the new link can be sold once more. The sale is shown with the old link only.',
    nothingChanged:
      'Change something first: the new link would be the same. For a second link, use "Create similar link".',
  },

  edit: {
    title: 'Edit payment link',
    submit: 'Save link',
    notOpened: 'The payment link could not be opened',
    gone: 'This payment link is no longer on this computer.',
    sentAlready:
      'This payment link has already been sent, and the service cannot change links. Create a new one and delete this one instead. Nothing was changed.',
  },

  addExisting: {
    submit: 'Add link',
    forWhat: "For a link created on the service's own pages or on another computer. Nothing is sent.",
    address: 'Payment link',
    addressHint: 'Its whole address, with uuid=… in it',
    addressExample: 'https://…',
    enterAddress: "Enter the payment link's address",
    showTaken: 'Show that link',
    whatYouKnow: 'What you know of it. Leave the price empty where you do not know it.',
    notAdded: 'The payment link was not added',
    added: 'Payment link added. Nothing was sent.',
  },

  product: {
    choose: 'Choose a product',
    showAll: 'Show all products',
    searching: 'Searching…',
    noneFound: 'No product found',
  },

  prices: {
    currency: 'Currency',
    unlistedCurrency: (id: string) => `Currency ${id}`,
    discount: 'Discount',
    discounted: 'Discounted price',
    remove: (place: number) => `Remove price ${place}`,
    addCurrency: 'Add another currency',
    addToList: 'Add a currency…',
  },

  metadata: {
    hint: 'Optional. Your webhook gets it with each sale, for example an order number.',
    key: 'Key',
    keyAt: (place: number) => `Metadata key ${place}`,
    value: 'Value',
    valueAt: (place: number) => `Metadata value ${place}`,
    remove: (place: number) => `Remove metadata ${place}`,
    add: 'Add metadata',
  },
};
