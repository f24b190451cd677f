// Adding a currency by a name that has a code.
import { locale } from '../locale.ts';

const either = new Intl.ListFormat(locale, { type: 'disjunction' });

export const currencies = {
  /** `codes`: empty where too many currencies are called so. */
  isName: (name: string, codes: readonly string[]) =>
    `${
      codes.length === 0
        ? `Several currencies are called “${name}”.`
        : `“${name}” is the name of ${either.format(codes)}.`
    } With the three-letter code, prices have their usual sign, and files can name the currency by it.`,
  takeCode: (code: string) => `Use ${code}`,
  keepName: (name: string) => `Keep “${name}”`,
};
