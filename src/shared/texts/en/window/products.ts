// The screen "Products" and the forms about a product.
import type { Phrase } from '../../phrase.ts';

export const products = {
  newProduct: 'New product',
  editProduct: 'Edit product',
  addExisting: 'Add existing product',
  setDefaultPrice: 'Set default price',
  saved: 'Product saved.',
  notOpened: 'The product could not be opened',
  gone: 'This product is no longer on this computer.',
  alreadySent:
    'This product has already been sent, and the service has no way to change its texts. Nothing was changed.',

  states: {
    draft: 'Draft',
    published: 'Published',
  },
  stateHints: {
    draft: 'Not for sale yet: its first payment link publishes it',
    published: 'Ready for selling',
  },

  fields: {
    state: 'State',
    sync: 'Sync',
    id: 'Product id',
    buttonTitle: 'Button title',
    title: 'Product title',
    description: 'Product description',
    defaultPrice: 'Default price',
    checkoutAddress: 'Checkout address',
    created: 'Created',
  },

  list: {
    title: 'Title',
    links: 'Links',
    search: 'Search products',
    filterByState: 'Filter by state',
    all: 'All',
    notRead: 'The products could not be read',
    noneInState: 'No product is in this state.',
    noMatch: (search: string) => `No product matches "${search}".`,
    createFirst: 'Create your first product',
    startWithProduct:
      'Start with a product, then create payment links for it. The service cannot list products that you created elsewhere: add those with "Add existing product". All of this also works offline.',
  },

  /** Of a product that another computer was to create. */
  removal: {
    title: 'Remove product',
    notRemoved: 'The product was not removed',
    means: (product: string, computer: string) =>
      `“${product}” is being created on ${computer}. It is removed from the list on every computer; nothing is sent. Payment links of this computer that wait for it are withdrawn. Where ${computer} still creates it, it is listed again.`,
    removed: (product: string) => `Removed from the list: ${product}.`,
  },

  one: {
    back: 'Back to the list',
    opening: 'Product',
    notRead: 'The product could not be read',
    notHere: 'Product not found',
    notHereBecause: 'It was withdrawn before it was sent, or it belongs to another store.',
    newLink: 'New payment link',
    details: 'Product details',
    linksNotRead: 'The payment links could not be read',
    makeFirstLink: 'Create its first link',
    firstLinkPublishes: 'The first payment link publishes this product.',
    firstLinkSetsAddress: 'The first payment link sets its checkout address.',
    firstLinkDoesBoth: 'The first payment link publishes this product and sets its checkout address.',
    eachLink: 'Each payment link has its own prices and metadata.',
    copyBasicLink: 'Copy basic checkout link',
    basicLinkCopied: 'Basic checkout link copied',
    basicLinkUnknown: 'Known when the first payment link of this product has been sent',
    basicLinkWithPrice: 'Opens the checkout page with the default price',
    basicLinkWithoutPrice: 'Opens the checkout page with the default price; this app has set none',
    customiseLink: 'Customise checkout link',
    showQrCode: 'Show QR code',
    idComes: 'Comes when it is sent',
    description: 'Description',
    noDefaultPrice: 'None set with this app',
    /** Without a time where the computer is not in the team. */
    doubtOn: <Part>(computer: string, seen: Part | null): Phrase<Part> => [
      `Not certain: a change of this price on ${computer} may be on the service. It waits for a decision on that computer, which `,
      ...(seen === null ? ['is not listed in your team'] : ['was last seen ', seen]),
      '. If that computer is lost, set the price here.',
    ],
    addressUnknown: 'Known when its first payment link has been sent',
    madeElsewhere: <Part>(time: Part): Phrase<Part> => [time, ', created elsewhere'],
  },

  form: {
    save: 'Save product',
    notSaved: 'The product was not saved',
    buttonTitleHint: 'On the button in your product list that leads to the checkout page',
    titleHint: 'At the top of the checkout page',
    descriptionHint: 'Under the title on the checkout page',
    preview: 'Preview',
    inProductList: 'In your product list',
    onCheckoutPage: 'On the checkout page',
    blankTitle: 'Title',
    blankDescription: 'Description',
  },

  existing: {
    add: 'Add product',
    added: 'Product added. You can create payment links for it now.',
    notAdded: 'The product was not added',
    whatFor: "For a product created on the service's own pages or on another computer. Nothing is sent.",
    idHint: 'The number that the service gave it',
    checkoutAddressHint: 'Optional; one of its payment links will do',
  },

  defaultPrice: {
    save: 'Save default price',
    saved: 'Default price saved.',
    notSaved: 'The default price was not saved',
    whatFor: (title: string) =>
      `The basic checkout page of ${title} shows this price. A price in USD publishes the product.`,
    staysDraft: 'Without a price in USD the product stays a draft.',
  },
};
