// Copying, customising and printing checkout links.
import { counted } from './counting.ts';

export const share = {
  /** Before a link goes to a customer while its deletion waits. */
  warning: {
    deleted: {
      title: 'This link is being deleted',
      body: "Buyers can't pay with it once the deletion is sent. To keep the link, choose “Keep this link” in its details.",
    },
    replaced: {
      title: 'This link is being replaced',
      body: "Buyers can't pay with it once the new link is on the service. Share the new link instead.",
    },
    soldOnce: {
      title: 'This link has sold already',
      body: 'It is for a single sale, so buyers can no longer pay with it. Create a similar link instead.',
    },
    /** Of a basic checkout link. A default price may have been set on the service's own pages. */
    noDefaultPrice: {
      title: 'No default price is known',
      body: "Buyers can't pay with the basic checkout link unless the product has a default price on the service.",
    },
    many: {
      leaving: (links: number) => ({
        title: `${counted(links, 'selected link is', 'selected links are')} being deleted or replaced`,
        body: `Buyers can't pay with ${links === 1 ? 'it' : 'them'} once that is sent.`,
      }),
      soldOnce: (links: number) => ({
        title: `${counted(links, 'selected link has', 'selected links have')} sold already`,
        body: `${links === 1 ? 'It is' : 'They are'} for a single sale, so buyers can no longer pay with ${links === 1 ? 'it' : 'them'}.`,
      }),
      leaveOut: (links: number) => `Leave ${links === 1 ? 'it' : 'them'} out`,
    },
    copyNew: 'Copy new link',
    showNew: 'Show new link',
    copy: 'Copy anyway',
    send: 'Send anyway',
  },

  customise: {
    title: 'Customise checkout link',
    intro: 'The checkout page opens with these fields filled in. Empty ones are left out.',
    phoneNumber: 'Phone number',
    name: 'Name',
    otherFields: 'Other fields',
    field: 'Field',
    fieldNumber: (at: number) => `Field ${at}`,
    value: 'Value',
    valueNumber: (at: number) => `Field value ${at}`,
    addField: 'Add field',
    removeField: (at: number) => `Remove field ${at}`,
    checkoutUrl: 'Checkout URL',
    copied: 'Checkout link copied',
    nothingCopied: 'Nothing was copied.',
    showQrCode: 'Show QR code',
  },

  customiseMany: {
    title: 'Customise checkout links',
    intro: (links: number, withoutAddress: number) => {
      const all = `These fields are filled in for ${counted(links, 'link')}. Empty ones are left out.`;
      return withoutAddress === 0 ? all : `${all} ${counted(withoutAddress, 'has', 'have')} no address yet.`;
    },
    none: 'None of the selected links has an address yet. It comes when the link is sent.',
    notRead: 'The selected links could not be read',
    example: (product: string) => `Checkout URL of the first, ${product}`,
    copy: 'Copy addresses',
    save: 'Save as CSV',
    notDone: 'That did not work.',
    copied: (links: number) => `${counted(links, 'checkout link')} copied.`,
    saved: (links: number, file: string) => `${counted(links, 'link')} saved to ${file}.`,
    clashing: (links: number) =>
      `${counted(links, 'has', 'have')} one of these fields already and ${links === 1 ? 'was' : 'were'} left out.`,
  },

  template: {
    template: 'Template',
    noneSaved: 'None saved yet',
    choose: 'Choose a template',
    notRead: 'The templates could not be read',
    saveAs: 'Save as template',
    save: 'Save template',
    rename: 'Rename template',
    replace: 'Replace template',
    delete: 'Delete template',
    deletes: (name: string) => `Delete the template “${name}”? Links that were customised with it stay as they are.`,
    notDeleted: 'The template was not deleted',
    notSaved: 'The template was not saved',
    name: 'Template name',
    nameExample: 'WhatsApp with name',
    isThere: (name: string) => `“${name}” is there already. These fields take the place of its own.`,
    whatItKeeps:
      'The template keeps these fields. Tick the values that are always the same; the others are typed each time.',
    always: (field: string, value: string) => `${field}: always “${value}”`,
  },

  qrCode: {
    title: 'QR code',
    none: 'There is no QR code for this address',
    of: (address: string) => `QR code of ${address}`,
    saveAsPng: 'Save as PNG',
    saveAsSvg: 'Save as SVG',
    saved: (file: string) => `Saved as ${file}`,
    copyPicture: 'Copy picture',
    pictureCopied: 'Picture copied',
    printLabel: 'Print label',
    labelSent: 'Label sent to the printer',
    didNotWork: 'That did not work',
  },

  qrSheet: {
    notRead: 'The QR codes could not be created',
    none: 'None of the selected links has an address yet. It comes when the link is sent.',
    count: (codes: number, pages: number) => `${counted(codes, 'code')} on ${counted(pages, 'page')}`,
    withoutAddress: (links: number) => `${counted(links, 'link is', 'links are')} left out: no address yet.`,
    tooLong: (links: number) =>
      `${counted(links, 'link is', 'links are')} left out: the address is too long for a code of this size.`,
    withMetadata: 'Print metadata',
    withMetadataAbout: 'Everyone who sees a label can read it.',
    firstPage: 'First page',
    print: 'Print',
    sent: (pages: number) => `${counted(pages, 'page')} sent to the printer`,
  },
};
