// Errors of fields.
import { number } from './counting.ts';

export const fields = {
  noControlCharactersInLine: 'Remove the tabs, line breaks or other control characters from this text',
  noControlCharacters: 'Remove the tabs or other control characters from this text (line breaks are fine)',
  tooShort: (least: number) => `Use at least ${number(least)} characters`,
  tooLong: (most: number) => `Use at most ${number(most)} characters`,
  enterName: 'Enter a name',
  enterWholeAddress: 'Enter a whole address that starts with https://, or http:// on this computer',
  noWebAddress: 'This is not a web address',

  team: { enterInvite: 'Paste the invite' },

  product: {
    enterId: 'Enter the product id in digits, for example 118',
    enterButtonTitle: 'Enter the button title',
    enterTitle: 'Enter the product title',
    enterDescription: 'Enter the product description',
  },

  price: {
    enter: 'Enter a price',
    aboveZero: 'The price must be more than 0',
    tooHigh: 'The price can be at most 9999999.99',
    twoDecimals: 'Use at most two decimals',
    twoDecimalsAsIn: (example: string) => `The service takes at most two decimals, for example ${example}`,
    noDecimals: (currency: string) => `${currency} has no decimals. Write a whole amount`,
    noAmount: (said: string, example: string) =>
      `“${said}” is not an amount. Write it in digits, for example ${example}`,
    percentage: (said: string, example: string) =>
      `“${said}” is a percentage. Write the amount itself, for example ${example}`,
    otherCurrency: (said: string, currency: string) => `“${said}” is not an amount in ${currency}`,
    twoWays: (said: string, whole: number, decimals: string) =>
      `Is “${said}” ${number(whole)}.00 or ${decimals}? For the first, write ${whole}.00`,
    chooseCurrency: 'Choose a currency',
    discountTooHigh: 'The discounted price must be lower than the price',
    addOne: 'Add at least one price',
    currencyTwice: 'This currency already has a price above',
  },

  metadata: {
    enterKey: 'Enter a key',
    controlInKey: 'Remove the control characters from this key',
    controlInValue: 'Remove the control characters from this value',
    keyTwice: 'This key is already used above',
    tooLarge: 'The metadata is too large: at most 64 kB can be sent',
  },

  paymentLink: {
    enterAddress: "Enter the payment link's address",
    enterWholeAddress: 'Enter the whole checkout address, starting with https:// or http://',
    severalUuids: 'This address has uuid=… in it more than once, so it is not clear which link it is',
    noUuid: 'This address has no uuid. The address of a payment link has uuid=… in it',
  },

  checkoutField: {
    enterName: 'Enter the name of the field',
    isUuid: 'uuid tells the payment links apart; it cannot be a field',
    inLink: 'The link already has a field of this name',
    twice: 'This field is already there',
    fillInOne: 'Fill in at least one field',
  },

  linkImport: {
    tooLarge: 'At most 20 MB can be read at once. Split the file and import its parts one after the other.',
  },

  signIn: {
    enterAddress: 'Enter the service address',
    useHttps: 'Use https:// (http:// is only for a service on this computer)',
    noCredentials: 'Leave name and password out of the address',
    noQuery: 'Leave out everything from "?" or "#" on',
    enterEmail: 'Enter your email',
    enterWholeEmail: 'Enter a whole email address, like name@example.com',
    enterPassword: 'Enter your password',
  },

  webhook: {
    enterUrl: 'Enter the webhook URL',
    noSpaces: 'A URL has no spaces or line breaks in it',
    useHttps: 'Use https:// (http:// is only for an address on this computer)',
    keyLength: (length: number) => `The key must have exactly 64 characters; this one has ${length}`,
    keyCharacters: 'Use only letters, digits and signs without spaces or accents',
    port: 'Enter a port between 1024 and 65535',
  },

  message: {
    enter: 'Enter a message',
    unknown: (unknown: string, product: string, price: string, link: string) =>
      `${unknown} is not known: your customer would read it as it stands. Use ${product}, ${price} or ${link}`,
    keepLink: (link: string) => `Keep ${link} in the message: it stands for the checkout link`,
  },

  settings: {
    keepOneCurrency: 'Keep at least one currency',
    currencyIdTwice: 'This id is already in the list',
    enterCurrencyName: 'Enter a name, for example EUR',
    parallelSends: 'Between 1 and 10',
  },
};
