// Normalizes text for search: ignores case, accents, and the typographic signs of keyboards and word processors.

import { withoutInvisible } from './text.ts';

/** Characters without an accent that are typed with plain letters and signs. ASCII stays as it is: see `isPlain`. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' },
  ...{ '‘': "'", '’': "'", '‚': "'", ʼ: "'", '′': "'", '“': '"', '”': '"', '„': '"', '″': '"', '−': '-' },
};
const REPLACED = new RegExp(`[${Object.keys(PLAIN).join('')}]|\\p{Pd}`, 'gu');

/** Lower case without accents: "García" and "garcia", "O’Brien" and "o'brien" are the same. Line breaks stay. */
export const foldText = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : withoutInvisible(text)
        // Its decomposition is a space and an accent.
        .replaceAll('´', "'")
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(REPLACED, (sign) => PLAIN[sign] ?? '-');

/** Whether folding changes nothing but the case. */
export const isPlain = (text: string): boolean => !/\P{ASCII}/u.test(text);

/** SQLite refuses a condition of a thousand parts. */
const MOST_WORDS = 100;

/** Each once. No stored text has control characters, and SQLite ends a query at the first NUL. */
export const wordsOfSearch = (search: string): string[] =>
  [...new Set(foldText(search).split(/[\s\p{Cc}]+/u))].filter(Boolean).slice(0, MOST_WORDS);
