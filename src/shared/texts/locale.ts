// The locale in which the window writes numbers, dates and prices: words of the texts' language, formats of the system's region.

/** A language and "de-DE" give "en-DE": "3 May 2026, 14:05:00" on a German computer, "May 3, 2026, 2:05:00 PM" on an American one. */
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
