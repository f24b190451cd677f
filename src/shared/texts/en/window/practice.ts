// The practice store's panel on the screen "Settings".
import { counted } from './counting.ts';

export const practice = {
  title: 'Practice store',
  about:
    'Simulate failures and see how the app handles them. A restart brings it back to normal; its products and links stay until you reset it.',

  delay: 'Answers',
  noDelay: 'At once',
  delayOf: (seconds: number) => `After ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  noDelaySet: 'The practice store answers at once',
  delaySet: (seconds: number) => `The practice store answers after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,

  losses: 'Lost answers',
  noLosses: 'None',
  lossesOf: (calls: number) => `One answer in ${calls}`,
  noLossesSet: 'Lost answers: none',
  lossesSet: (calls: number) => `Lost answers: one answer in ${calls}`,
  lossesAbout:
    'A lost answer: the call is carried out, and the connection cut before the answer is there. Sign-in is spared from lost and wrong answers.',

  answer: 'Answers every call with',
  answers: {
    none: 'What it should',
    401: '401 (sign in again)',
    429: '429 (too many requests)',
    500: '500 (service failed)',
  },
  answerSet: {
    none: 'The practice store answers with what it should',
    401: 'The practice store answers with 401 (sign in again)',
    429: 'The practice store answers with 429 (too many requests)',
    500: 'The practice store answers with 500 (service failed)',
  },

  unreachable: 'Unreachable',
  isUnreachable: 'The practice store is unreachable',
  isBack: 'The practice store is back',
  behaveWell: 'Reset to normal',
  behavesWell: 'The practice store is back to normal',
  expireTokens: 'Expire tokens',
  tokensExpired: 'Tokens expired: the next call asks for a new sign-in',

  keeps: (products: number, links: number, sales: number, undelivered: number) =>
    `It keeps ${counted(products, 'product')}, ${counted(links, 'payment link')} and ${counted(sales, 'sale')}${undelivered > 0 ? `; the event of ${counted(undelivered, 'sale')} has not arrived` : ''}.`,
  startTour: 'Start the tour',
  startTourAgain: 'Start the tour again',
  openSales: 'Open sales list',
  openProducts: 'Open products and links',

  reset: 'Reset practice store',
  resetAbout: (products: number, links: number, sales: number) =>
    `This deletes what the practice store keeps: ${counted(products, 'product')}, ${counted(links, 'payment link')}, ${counted(sales, 'sale')} and its webhook settings. Its checkout pages stop working. What this app lists stays in its lists, but no longer leads anywhere; sign out and forget the practice store to empty those too. Your real stores are not touched.`,
  isReset: 'Practice store reset',
  notReset: 'The practice store was not reset',
};
