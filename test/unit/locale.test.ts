// Numbers and dates use the language of the texts with the formats of the system's region.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localeInRegionOf } from '../../src/shared/texts/languages.ts';
import { root } from '../../tools/launch/project.ts';

const date = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(2026, 4, 3));

describe('the locale of the texts', () => {
  it.each([
    ['en-US', 'en-US', 'May 3, 2026'],
    ['en-GB', 'en-GB', '3 May 2026'],
    ['de-DE', 'en-DE', '3 May 2026'],
    ['de', 'en-DE', '3 May 2026'],
    ['he-IL', 'en-IL', '3 May 2026'],
    ['ar-EG-u-nu-arab', 'en-EG', 'May 3, 2026'],
    ['zh-Hant-TW', 'en-TW', 'May 3, 2026'],
  ])('is English for a system in %s', (system, locale, written) => {
    expect(localeInRegionOf('en', system)).toBe(locale);
    expect(date(locale)).toBe(written);
  });

  it.each([
    ['de', 'de-AT', 'de-AT'],
    ['ja', 'ja', 'ja-JP'],
    ['pt-BR', 'pt-PT', 'pt-BR'],
    ['fr', 'und', 'fr-US'],
    ['fr', 'not a locale', 'fr'],
  ])('of %s on a system in %s is %s', (language, system, locale) => {
    expect(localeInRegionOf(language, system)).toBe(locale);
  });

  it('is passed wherever the window and the texts format a number or a date', () => {
    const unnamed = /\.toLocale(Date|Time)?String\(\s*\)|new Intl\.\w+Format\(\s*(undefined|\))/g;
    const found = ['src/renderer', 'src/shared', 'src/main'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .flatMap((name) =>
          [...readFileSync(join(root, folder, name), 'utf8').matchAll(unnamed)].map(([hit]) => `${name}: ${hit}`),
        ),
    );
    expect(found).toEqual([]);
  });
});
