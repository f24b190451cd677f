// The app's languages, which of them fits a person's system, and the locale of numbers and dates.

/** Each in its own words, in the order of the choice in Settings. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  'pt-BR': 'Português (Brasil)',
} as const;

export type Language = keyof typeof LANGUAGES;

export const languages = Object.keys(LANGUAGES) as readonly Language[];

/** For a person none of whose languages the app has. */
export const DEFAULT_LANGUAGE: Language = 'en';

const languageOf = (tag: string): string => tag.split(/[-_]/)[0]?.toLowerCase() ?? '';

/** The first preferred language that the app has: in the same region if possible, else in any ("pt-PT" gives "pt-BR"). */
export function bestLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const same = languages.find((one) => one.toLowerCase() === tag.replaceAll('_', '-').toLowerCase());
    if (same !== undefined) return same;
    const related = languages.find((one) => languageOf(one) === languageOf(tag));
    if (related !== undefined) return related;
  }
  return DEFAULT_LANGUAGE;
}

/**
 * The locale of numbers, dates and prices: words in the language of the texts, formats of the system's region. "en" on a
 * "de-DE" system gives "en-DE": "3 May 2026, 14:05:00" on a German computer, "May 3, 2026, 2:05:00 PM" on an American one.
 */
export function localeInRegionOf(language: string, system: string): string {
  // Brazilian Portuguese always has Brazilian formats.
  if (language.includes('-')) return language;
  try {
    const { region } = new Intl.Locale(system).maximize();
    return region === undefined ? language : `${language}-${region}`;
  } catch {
    return language;
  }
}

export const systemLocale = (): string => new Intl.NumberFormat([]).resolvedOptions().locale;
