// The texts of screens that the window loads later, in the language that is in use.
import { unturned } from './direction.ts';
import { laterInEnglish } from './en/later/index.ts';

/** What a translation must provide: the same keys, each with a text or with a function of the same values. */
export type LaterTexts = typeof laterInEnglish;

export const texts: LaterTexts = unturned(laterInEnglish);
