// Recognises currencies by their names in the common languages: "Euro", "US Dollar", "Schweizer Franken".
import { currenciesCalled } from './amount.ts';
import type { Currency } from './money.ts';

/** Characters of the longest name of a currency that can be added. */
export const LONGEST_CURRENCY = 20;

/** Languages, and the position of the noun in "US dollar" and "dollar américain". */
const LANGUAGES: Readonly<Record<string, 'first' | 'last'>> = {
  ...{ en: 'last', de: 'last', nl: 'last', sv: 'last', da: 'last', nb: 'last', fi: 'last', cs: 'last', tr: 'last' },
  ...{ fr: 'first', es: 'first', it: 'first', pt: 'first', pl: 'first' },
};
/** Currencies that a noun alone identifies, such as "Pfund". Other nouns are too often ordinary words. */
const COMMON = new Set(
  'EUR,USD,GBP,CHF,JPY,CAD,AUD,NZD,CNY,INR,SEK,NOK,DKK,PLN,CZK,HUF,BRL,MXN,TRY,ZAR,SGD,HKD'.split(','),
);
/** Plural endings: "Dollars", "dólares", "Kronen". */
const PLURAL = [/s$/, /es$/, /n$/];

interface Names {
  /** Codes by whole name. */
  readonly whole: ReadonlyMap<string, ReadonlySet<string>>;
  /** Codes of common currencies by noun. */
  readonly nouns: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Without accents, case, hyphens and surplus spaces. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/gi, 'l')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\s-]+/gu, ' ')
    .trim();

let known: Names | null = null;

/** Collects the names, one language a step. They take some 50 ms in all, once. */
export function* prepareCurrencyNames(): Generator<void, Names> {
  if (known) return known;
  const whole = new Map<string, Set<string>>();
  const nouns = new Map<string, Set<string>>();
  const add = (to: Map<string, Set<string>>, name: string, code: string) =>
    to.set(name, (to.get(name) ?? new Set()).add(code));
  for (const [language, place] of Object.entries(LANGUAGES)) {
    const inLanguage = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' });
    for (const code of Intl.supportedValuesOf('currency')) {
      const name = folded(inLanguage.of(code) ?? '');
      // An unnamed currency may be returned as its code.
      if (name === '' || name === code.toLowerCase()) continue;
      add(whole, name, code);
      const noun = name.split(' ').at(place === 'first' ? 0 : -1);
      if (noun !== undefined && COMMON.has(code)) add(nouns, noun, code);
    }
    yield;
  }
  known = { whole, nouns };
  return known;
}

function names(): Names {
  const steps = prepareCurrencyNames();
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The ISO codes that a name can mean; a whole name wins over a noun. */
export function codesNamed(text: string): readonly string[] {
  const name = folded(text);
  if (name === '' || /\d/.test(name)) return [];
  const forms = [name, ...PLURAL.filter((ending) => ending.test(name)).map((ending) => name.replace(ending, ''))];
  const { whole, nouns } = names();
  for (const list of [whole, nouns]) {
    for (const one of forms) {
      const codes = list.get(one);
      if (codes) return [...codes];
    }
  }
  return [];
}

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** As a seller's own; no amount has their id. */
const COMMON_CURRENCIES: readonly Currency[] = [...COMMON].map((name) => ({ id: -1, name }));

/** Whether it is an ISO code. Lower case is a code of the common currencies only: "all" and "top" are words. */
export const isCode = (text: string): boolean => CODES.has(text) || COMMON.has(text.toUpperCase());

/** The name to store for what a seller typed: a code in upper case. Three letters are a code unless they are a name, as "Yen" is. */
export function asCurrencyName(typed: string): string {
  const name = typed.trim();
  const code = name.toUpperCase();
  return /^[a-z]{3}$/i.test(name) && (CODES.has(code) || codesNamed(name).length === 0) ? code : name;
}

/** The ISO codes that a code, a sign or a name can mean. Lower case is a code of the common currencies only. */
export function codesWritten(text: string): readonly string[] {
  if (CODES.has(text)) return [text];
  const called = currenciesCalled(text, COMMON_CURRENCIES);
  return called.length > 0 ? called.map(({ name }) => name) : codesNamed(text);
}

/** The seller's currencies that a name can mean. */
export function currenciesNamed(text: string, currencies: readonly Currency[]): readonly Currency[] {
  const codes = codesNamed(text);
  return currencies.filter(({ name }) => codes.includes(name.toUpperCase()));
}
