// The languages of the app, and which of them fits a person's system.

/** Each with its own name, in the order of the choice in Settings. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  'pt-BR': 'Português (Brasil)',
} as const;

export type Language = keyof typeof LANGUAGES;

/** Made from the English texts for tests: longer and with accents, and written from right to left. */
export const PSEUDO_LANGUAGES = ['en-XA', 'ar-XB'] as const;

export type PseudoLanguage = (typeof PSEUDO_LANGUAGES)[number];
export type AnyLanguage = Language | PseudoLanguage;

export const languages = Object.keys(LANGUAGES) as readonly Language[];

/** Used where none of the person's languages is available. */
export const DEFAULT_LANGUAGE: Language = 'en';

const languageOf = (tag: string): string => tag.split(/[-_]/)[0]?.toLowerCase() ?? '';

/**
 * The first preferred language that the app has: in the same region if possible, otherwise in any ("pt-PT" gives "pt-BR").
 * @param available those that the app was built with; a pseudo-language is never chosen for another one
 */
export function bestLanguage(preferred: readonly string[], available: readonly AnyLanguage[] = languages): AnyLanguage {
  for (const tag of preferred) {
    const same = available.find((one) => one.toLowerCase() === tag.replaceAll('_', '-').toLowerCase());
    if (same !== undefined) return same;
    const related = available.find((one) => !isPseudo(one) && languageOf(one) === languageOf(tag));
    if (related !== undefined) return related;
  }
  return DEFAULT_LANGUAGE;
}

export const isPseudo = (language: AnyLanguage): language is PseudoLanguage =>
  (PSEUDO_LANGUAGES as readonly string[]).includes(language);

/** The direction in which the language is written. */
export const directionOf = (language: AnyLanguage): 'ltr' | 'rtl' => (language === 'ar-XB' ? 'rtl' : 'ltr');

/** Whose plurals, numbers and dates a language uses; a pseudo-language those of English, from which it is made. */
export const formatsOf = (language: AnyLanguage): Language => (isPseudo(language) ? 'en' : language);
