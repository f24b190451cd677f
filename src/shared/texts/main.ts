// The texts of the main process, in the language that is in use.
import { unturned } from './direction.ts';
import { mainInEnglish } from './en/main/index.ts';

/** What a translation must provide: the same keys, each with a text or with a function of the same values. */
export type MainTexts = typeof mainInEnglish;

export const texts: MainTexts = unturned(mainInEnglish);
