// The texts of the rules that the window and the main process share, in the language that is in use.
import { unturned } from './direction.ts';
import { rulesInEnglish } from './en/rules/index.ts';

/** What a translation must provide: the same keys, each with a text or with a function of the same values. */
export type RuleTexts = typeof rulesInEnglish;

export const texts: RuleTexts = unturned(rulesInEnglish);
