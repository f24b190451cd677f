// Texts of shared components: dialogs, lists, states, times.
import type { Phrase } from '../../phrase.ts';
import { names } from '../names.ts';
import { counted, number } from './counting.ts';

export const parts = {
  windowTitle: (screen: string) => `${screen} - ${names.app}`,
  search: 'Search',
  clearSearch: 'Clear search',
  /** How many rows a search finds. */
  matches: {
    shown: (count: number) => (count === 0 ? 'No matches' : counted(count, 'match', 'matches')),
    atLeast: (count: number) => `At least ${counted(count, 'match', 'matches')}`,
    /** Where there is little room. */
    short: (count: number, isExact: boolean) => (isExact ? number(count) : `${number(count)}+`),
    announced: (count: number, search: string) =>
      `${count === 0 ? 'No matches' : counted(count, 'match', 'matches')}${search === '' ? '' : ` for “${search}”`}`,
  },
  /** On the head of a column. */
  sortBy: (column: string) => `Sort by ${column}`,
  moreActions: 'More actions',
  showAll: 'Show all',
  showLess: 'Show less',
  linksNotSelected: 'The links could not be selected.',
  /** The toolbar for selected rows. */
  selection: {
    label: 'Selection',
    count: (count: number) => `${number(count)} selected`,
    notShown: (hidden: number) => `${number(hidden)} not shown`,
    hidden: (count: number, hidden: number) =>
      `${number(hidden)} of the ${number(count)} selected links ${hidden === 1 ? 'is' : 'are'} not shown: the search or a filter of the list leaves ${hidden === 1 ? 'it' : 'them'} out.`,
    clear: 'Clear selection',
  },
  discounted: <Part>(price: Part, regular: Part): Phrase<Part> => [price, ' instead of ', regular],
  /** `of`: how many were discarded or taken back. */
  changesBack: (count: number, of: number) => {
    if (count < of) return `${number(count)} of ${number(of)} changes restored.`;
    return count === 1 ? 'Change restored.' : `${number(count)} changes restored.`;
  },

  /** Tells products with the same title apart. */
  madeAndId: (made: string, id: number) => `${made}, id ${id}`,
  justNow: 'just now',
  /** How long something took. */
  duration: {
    milliseconds: (milliseconds: number) => `${milliseconds} ms`,
    seconds: (seconds: number) => `${seconds.toFixed(1)} s`,
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  },

  linkSaved: 'Payment link saved.',
  linkSavedButStuck: 'Payment link saved. It waits for its product, which needs your attention first.',
  /** When a change that was just saved is sent. */
  whenSent: {
    now: 'It is being sent now.',
    unknown: 'It waits to be sent.',
    signedIn: 'It waits on this computer and is sent after you sign in.',
    online: 'It waits on this computer until you switch "Work offline" off.',
    reachable: 'It waits on this computer and is sent when the service can be reached.',
    paused: 'It waits on this computer and is sent when the service takes requests again.',
  },
  arrived: 'It is on the service.',

  /** Above the form of something that is not on the service. */
  unsent: {
    alreadySent: 'It was sent after you opened it and can no longer be edited. What you typed here is not sent.',
    stillWaits: 'It has not been sent yet: what you change here is what will be sent.',
    ofField: (field: string, message: string) => `${field}: ${message}`,
  },

  dialog: {
    closeThis: 'Close without saving?',
    lostInThis: 'If you close this now, what you have typed is lost.',
    closeOther: (title: string) => `Close “${title}” without saving?`,
    lostInOther: 'If you close it now, what you have typed there is lost.',
    keepEditing: 'Keep editing',
    close: 'Close without saving',
    notClosed: 'The dialog was not closed',
  },

  leave: {
    title: 'Leave without saving?',
    leave: 'Leave without saving',
    stay: 'Stay',
    notLeft: 'You are still on this screen',
  },
};
