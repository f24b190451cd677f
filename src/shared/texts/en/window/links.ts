// The screen "Payment links", and what can be done with links.
// Over 300 lines, because all texts of a screen are in one file for its translator.
import type { Phrase } from '../../phrase.ts';
import { counted, number } from './counting.ts';

const addressWaits = 'Waiting: the address comes when it is sent';

export const links = {
  search: 'Search payment links',
  newLink: 'New payment link',
  addExisting: 'Add existing link',
  exportCsv: 'Export CSV',
  notRead: 'The payment links could not be read',
  noneForFilters: 'No links match these filters.',
  noneForSearchAndFilters: (search: string) => `No link matches "${search}" with these filters.`,
  clearFilters: 'Clear filters',
  noneForSearch: (search: string) =>
    `No link matches "${search}". You can search for a product, metadata, a price, a private note, a uuid, or paste a checkout address.`,
  makeFirst: 'Create your first payment link',
  makeFirstHint: 'Create a link and send its checkout address to your customer. Each link has its own prices.',
  productFirst: 'Create your first product',
  productFirstHint: 'A link belongs to a product, so create a product first. Then come back here for its links.',
  /** Shown in place of an address that has not arrived. */
  addressWaits,

  /** Labels of a link's values: in column headers, beside facts and at fields. */
  facts: {
    product: 'Product',
    price: 'Price',
    priceAt: (place: number) => `Price ${place}`,
    singleUse: 'Single use',
    metadata: 'Metadata',
    state: 'State',
    sold: 'Sold',
    created: 'Created',
  },

  filters: {
    byState: 'Filter by state',
    all: 'All',
    waiting: 'Waiting',
    needsAttention: 'Needs attention',
    soldHint: 'Links with a sale that your webhook delivered',
    byProduct: 'Filter by product',
    allProducts: 'All products',
  },

  /** The filter by when links were created. */
  created: {
    label: (when: string) => `Created: ${when}`,
    spans: {
      any: 'Any time',
      today: 'Today',
      week: 'Last 7 days',
      month: 'Last 30 days',
      year: 'This year',
    },
    /** Either may be empty. */
    between: (from: string, to: string) =>
      from === '' ? `Until ${to}` : to === '' ? `From ${from}` : `${from} – ${to}`,
    range: 'Choose dates…',
    rangeTitle: 'Created between',
    from: 'From',
    to: 'To',
    apply: 'Apply',
    enterOne: 'Enter at least one date.',
    endsBefore: 'This date is before the first one.',
    notApplied: 'The dates were not applied',
  },

  table: {
    privateNote: (note: string) => `Private note: ${note}`,
    /** The figure is not known yet. */
    counting: '…',
    actions: 'Actions',
    /** Read out with the price. */
    singleUse: 'single use',
    selectAll: 'Select all links',
    /** `prices` are empty where they are not known. */
    select: (product: string, prices: string) => (prices === '' ? `Select ${product}` : `Select ${product}, ${prices}`),
    beingReplaced: 'Being replaced',
    beingReplacedHint: 'It works until the new link is on the service; then it is deleted',
    toBeDeleted: 'To be deleted',
    replaces: 'Replaces another link',
    copyWhenReadyHint: `Copy when ready. ${addressWaits}`,
    moreActions: (product: string) => `More actions for ${product}`,
  },

  details: {
    label: 'Link details',
    paymentLink: 'Payment link',
    close: 'Close details',
    notRead: 'The payment link could not be read',
    gone: 'This payment link was deleted, or it belongs to another store.',
    checkoutUrl: 'Checkout URL',
    noAddress: 'No address: the change needs your attention first',
    toBeDeleted: <Part>(state: Part): Phrase<Part> => [state, ', to be deleted'],
    replacedBy: 'Replaced by',
    newLink: 'The new link',
    replacedWhenConfirmed: <Part>(newLink: Part): Phrase<Part> => [newLink, ', when the service has confirmed it'],
    replaces: 'Replaces',
    oldLink: 'The old link',
    deletedAfterwards: <Part>(oldLink: Part): Phrase<Part> => [oldLink, ', which is deleted after this one is there'],
    forOneSale: 'Yes, for one sale',
    notSingleUse: 'No',
    madeElsewhere: <Part>(time: Part): Phrase<Part> => [time, ', created elsewhere'],
    uuid: 'uuid',
    noMetadata: 'None',
    /** Without a time where the computer is not in the team. */
    doubtOn: <Part>(computer: string, seen: Part | null): Phrase<Part> => [
      `A deletion of this link on ${computer} may have been carried out on the service. It waits for a decision on that computer, which `,
      ...(seen === null ? ['is not listed in your team'] : ['was last seen ', seen]),
      '. Delete the link here too if it is to go.',
    ],
  },

  sold: {
    seen: (count: number, lastAt: string) =>
      `Your webhook delivered ${count === 1 ? 'one sale' : `${number(count)} sales`}, the last on ${lastAt}`,
    times: <Part>(count: number, lastAt: Part): Phrase<Part> => [
      `${count === 1 ? 'Once' : `${number(count)} times`}, last `,
      lastAt,
    ],
    asSeen: 'Sales that your webhook delivered to this app. The service may have recorded more.',
  },

  commands: {
    copy: 'Copy checkout link',
    copyWhenReady: 'Copy when ready',
    customise: 'Customise checkout link',
    showQrCode: 'Show QR code',
    sendByEmail: 'Send by e-mail',
    sendByWhatsApp: 'Send by WhatsApp',
    openInBrowser: 'Open in browser',
    createSimilar: 'Create similar link',
    edit: 'Edit link',
    replace: 'Replace link',
    delete: 'Delete link',
    keep: 'Keep this link',
  },

  /** Of a link that was just created. */
  gone: 'This payment link was deleted.',
  /** By where the message was opened. */
  sent: {
    email: 'Message opened in your e-mail program',
    whatsapp: 'Message opened in your browser',
  },
  editTemplate: 'Edit template',
  notSent: 'Nothing was opened.',
  copied: (facts: string) => `Checkout link copied: ${facts}`,
  copiedWhenReady: 'Not copied yet: it has no address. It is copied as soon as it has one.',
  notCopiedByItself: 'It will not be copied automatically.',
  notOpened: 'The address was not opened.',
  replaced: (whenSent: string) => `Replacement saved. ${whenSent} The old link is deleted some seconds after that.`,
  oldStaysUntil: 'Replacement saved. The old link stays until the new one is on the service.',
  newIsThere: 'The new link is on the service. The old one is deleted in a few seconds.',
  replacementConfirmed: 'The new link is on the service, and the old one is deleted.',
  staysAsItWas: 'The link stays as it was.',
  newIsDeleted: 'The new link was sent already and will be deleted.',

  deletion: {
    title: 'Delete payment link',
    confirm: 'Delete link',
    notDeleted: 'The link was not deleted',
    list: 'Payment links to delete',
    which: <Part>(product: string, prices: Part): Phrase<Part> => [`${product}: `, prices],
    noAddress: 'No address yet',
    more: (links: number) => `and ${number(links)} more`,
    withoutAddress: 'It has no address yet. If it has not left this computer, nothing is sent.',
    inDoubt:
      'It may exist on the service already, and buyers may be able to pay with it. Its deletion waits until you settle the change that creates it, in Sync.',
    replacing:
      'It was created to replace an older link. If it has not left this computer, the older link stays and keeps working.',
    elsewhere: (computer: string) =>
      `It is being created on ${computer}. It is removed from the list on every computer; nothing is sent. Where ${computer} still creates it, it is listed again and buyers can pay with it.`,
    removed: (link: string) => `Removed from the list: ${link}.`,
    withAddress: 'Its address stops working for everyone who has it. The service cannot bring it back.',
    /** `link`: its product and what tells it from others, in these three. */
    withdrawn: (link: string) => `Link withdrawn before it was sent: ${link}.`,
    olderStays: 'The link that it was to replace stays.',
    saved: (link: string) => `Deletion saved: ${link}.`,
    soon: 'It is sent in a few seconds.',
    blocked: 'It waits until the change that creates the link is settled.',
    confirmed: (link: string) => `Link deleted. ${link}.`,
    beingSent: 'The deletion is being sent, so it is too late to keep this link.',
    linkStays: 'The link stays.',
    bothStay: 'The old link stays, and so does the new one.',
    impossible: 'This link cannot be deleted',
    impossibleBecause: (product: string) =>
      `The address of this payment link for “${product}” has no uuid, so the service cannot be told which link to delete, and it cannot be replaced either. Nothing was changed. You can create a similar link; both then work.`,
  },

  selection: {
    copy: 'Copy addresses',
    export: 'Export CSV of selected links',
    replace: 'Replace with a new price',
    customise: 'Customise',
    printQrCodes: 'Print QR codes',
    delete: 'Delete links',
    /** The visible text of the buttons: a part of their names. */
    short: {
      copy: 'Copy',
      export: 'Export CSV',
      replace: 'New price',
      customise: 'Customise',
      printQrCodes: 'QR codes',
      delete: 'Delete',
    },
    tooMany: (selected: number, most: number) =>
      `${number(selected)} links are selected, and this takes at most ${number(most)} at once. Nothing was changed. Select fewer, for example the links of one product.`,
    nothingCopied: 'Nothing was copied.',
    noneHasAddress: 'Nothing was copied: no selected link has an address yet. It comes when the link is sent.',
    copied: (copied: number, withoutAddress: number) => {
      const done = `${counted(copied, 'checkout link')} copied`;
      return withoutAddress === 0 ? done : `${done}. ${counted(withoutAddress, 'has', 'have')} no address yet`;
    },
    exported: (links: number, file: string) => `${counted(links, 'link')} exported to ${file}`,
  },

  replacementOfMany: {
    submit: 'Replace links',
    notRead: 'The selected links could not be read',
    notReplaced: 'Not all links were replaced',
    replacing: 'Replacing links',
    none: 'None of these links can be replaced.',
    question: (links: number, unchanged: number) => {
      const question = `${counted(links, 'link')} will be replaced.`;
      return unchanged === 0 ? question : `${question} Nothing changes for ${number(unchanged)}.`;
    },
    nothingChanges: 'No selected link would get another price. Change the price or the choices below.',
    whatHappens:
      'Each gets a new link with the new price, and the same product, metadata and single use. When the service has confirmed the new one, the old one is deleted, and its address stops working for everyone who has it.',
    leaving: (links: number) =>
      `${counted(links, 'link stays', 'links stay')} as before: being deleted or replaced already.`,
    unsent: (links: number) =>
      `${counted(links, 'link stays', 'links stay')} as before: not known to be on the service yet. Edit a waiting link instead.`,
    withoutUuid: (links: number) => `${counted(links, 'link stays', 'links stay')} as before: no uuid in the address.`,
    done: (replaced: number, left: number) => {
      const done = `${counted(replaced, 'replacement')} saved`;
      return left === 0 ? `${done}.` : `${done}, ${number(left)} not replaced.`;
    },
    rules: {
      addMissing: 'Add the price to links that have none in its currency',
      keepOthers: 'Keep prices in other currencies',
    },
    discounts: {
      title: (links: number) => `Discounts: ${counted(links, 'link has', 'links have')} one`,
      remove: 'Remove them: buyers pay the new price',
      keep: 'Keep those that are below the new price',
    },
    /** What the links cost, and what their new ones will. */
    oldPrices: {
      title: 'Prices of the selected links',
      at: <Part>(links: number, old: Part): Phrase<Part> => [`${counted(links, 'link')} at `, old],
      becomes: <Part>(links: number, old: Part, now: Part): Phrase<Part> => [
        `${counted(links, 'link')} at `,
        old,
        ' → ',
        now,
      ],
      stays: <Part>(links: number, old: Part): Phrase<Part> => [`${counted(links, 'link')} at `, old, ': no change'],
      others: (links: number) => `${counted(links, 'link')} at other prices`,
    },
    showNew: 'Show new links',
    missing: (links: number, currency: string) =>
      `${counted(links, 'link has', 'links have')} no price in ${currency}.`,
    added: (links: number, currency: string) => `${counted(links, 'link gets', 'links get')} a price in ${currency}.`,
    kept: (links: number, currency: string) => `${counted(links, 'link keeps', 'links keep')} a price in ${currency}.`,
    dropped: (links: number, currency: string) =>
      `${counted(links, 'link loses its', 'links lose their')} price in ${currency}.`,
    discountsKept: (links: number) => `${counted(links, 'link keeps its', 'links keep their')} discounted price.`,
    discountsLost: (links: number) => `${counted(links, 'link loses its', 'links lose their')} discount.`,
    confirmed: (replaced: number, left: number) => {
      const done = `${counted(replaced, 'link')} replaced, and the old ${replaced === 1 ? 'one' : 'ones'} deleted`;
      return left === 0 ? `${done}.` : `${done}. ${number(left)} not replaced.`;
    },
    /** `deleted`: new links that were on the service already. */
    undone: (undone: number, deleted: number, late: number) => {
      if (undone === 0) return 'The old links are deleted or being deleted already, so this cannot be undone.';
      const said = [`${counted(undone, 'replacement')} undone.`];
      if (deleted > 0)
        said.push(`${counted(deleted, 'new link was', 'new links were')} sent already and will be deleted.`);
      if (late > 0) said.push(`${counted(late, 'replacement', 'replacements')} could no longer be undone.`);
      return said.join(' ');
    },
  },

  deletionOfMany: {
    title: 'Delete payment links',
    confirm: 'Delete links',
    deleting: 'Deleting links',
    notAllDeleted: 'Not all links were deleted',
    none: 'None of these links can be deleted.',
    question: (links: number) => `Delete ${counted(links, 'payment link')}?`,
    addressesStop: (links: number) =>
      links === 1
        ? '1 address stops working for everyone who has it. The service cannot bring it back.'
        : `${number(links)} addresses stop working for everyone who has them. The service cannot bring them back.`,
    takenBack: (links: number) =>
      `${counted(links, 'link has', 'links have')} not been sent yet: withdrawn, and nothing is sent.`,
    olderStay: (links: number) =>
      links === 1
        ? 'The older link that was to be replaced stays and keeps working.'
        : `The ${number(links)} older links that were to be replaced stay and keep working.`,
    left: (links: number) =>
      `${counted(links, 'link stays', 'links stay')} as before: being deleted already, being created on another computer, or without a uuid in the address.`,
    /** "12 deletions saved, 3 taken back". */
    done: (queued: number, withdrawn: number, left: number) => {
      const parts = [
        ...(queued > 0 ? [`${counted(queued, 'deletion')} saved`] : []),
        ...(withdrawn > 0 ? [`${number(withdrawn)} withdrawn`] : []),
        ...(left > 0 ? [`${number(left)} not deleted`] : []),
      ];
      return parts.length === 0 ? 'These links are already deleted' : parts.join(', ');
    },
    /** `sent`: deletions that were sent meanwhile. */
    stay: (kept: number, sent: number) =>
      [
        `${counted(kept, 'link stays', 'links stay')}`,
        ...(sent > 0 ? [`${number(sent)} already sent for deletion`] : []),
      ].join(', '),
  },
};
