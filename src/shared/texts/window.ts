// The texts of the window, in the language that is in use.
import { unturned } from './direction.ts';
import { windowInEnglish } from './en/window/index.ts';

/** What a translation must provide: the same keys, each with a text or with a function of the same values. */
export type WindowTexts = typeof windowInEnglish;

export const texts: WindowTexts = unturned(windowInEnglish);
