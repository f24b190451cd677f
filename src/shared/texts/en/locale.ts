// The locale in which the English texts of the window write numbers, dates and prices: English words, formats of the system's region.

/** "de-DE" gives "en-DE": "3 May 2026, 14:05:00" on a German computer, "May 3, 2026, 2:05:00 PM" on an American one. */
export function englishInRegionOf(system: string): string {
  const { region } = new Intl.Locale(system).maximize();
  return region === undefined ? 'en' : `en-${region}`;
}

export const locale = englishInRegionOf(new Intl.NumberFormat([]).resolvedOptions().locale);
