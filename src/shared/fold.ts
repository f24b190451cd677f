// Normalizes text for search: ignores case, accents, and the typographic signs of keyboards and word processors.

import { withoutInvisible } from './text.ts';

/** Letters and signs that people type as plain ones, and that have no accent to remove. ASCII stays: see `isPlain`. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' },
  ...{ '‘': "'", '’': "'", '‚': "'", ʼ: "'", '′': "'", '“': '"', '”': '"', '„': '"', '″': '"', '−': '-' },
};
const REPLACED = new RegExp(`[${Object.keys(PLAIN).join('')}]|\\p{Pd}`, 'gu');

/** Lower case without accents, so that "García" equals "garcia" and "O’Brien" equals "o'brien". Line breaks stay. */
export const foldText = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : withoutInvisible(text)
        // Replaced first, because it decomposes to a space and an accent.
        .replaceAll('´', "'")
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(REPLACED, (sign) => PLAIN[sign] ?? '-');

/** Whether a text is ASCII, so that folding changes only its case. */
export const isPlain = (text: string): boolean => !/\P{ASCII}/u.test(text);

/** SQLite refuses a condition of a thousand parts. */
const MOST_WORDS = 100;

/** The distinct words. Splits at control characters too: no stored text has any, and SQLite ends a query at the first NUL. */
export const wordsOfSearch = (search: string): string[] =>
  [...new Set(foldText(search).split(/[\s\p{Cc}]+/u))].filter(Boolean).slice(0, MOST_WORDS);
