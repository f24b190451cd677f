// Checkout addresses, templates and QR codes.
import { number } from './counting.ts';

export const share = {
  noAddressToSend:
    'This payment link has no address yet: it comes when the link is sent to the service. You can send it to your customer then.',
  /** A buyer pays in one of several currencies. */
  eitherPrice: (prices: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(prices),
  priceUnknown: 'price on the checkout page',
  hasAddress: 'The link is ready by now: copy it.',

  templates: {
    document: 'The templates for checkout links',
    gone: 'This template no longer exists.',
    atMost: (most: number) => `At most ${number(most)} templates can be kept. Delete one that you do not use.`,
    nameTaken: 'Another template has this name already',
  },

  qrCode: {
    save: 'Save QR code',
    png: 'PNG picture',
    svg: 'SVG drawing',
    tooLong: (characters: number, most: number) =>
      `This address is too long for a QR code: it has ${number(characters)} characters, and at most ${number(most)} fit. Leave out or shorten some fields, or copy the address instead.`,
    notWritten: (reason: string) => `${reason}. Your links are untouched; choose another place and try again.`,
  },
};
