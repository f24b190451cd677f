// Messages with values, phrases, and the switch between languages.
import { afterEach, describe, expect, it } from 'vitest';
import { languageInUse, openCatalog, switchLanguage } from '../../src/shared/texts/catalog.ts';
import { messageFrom, type RichText } from '../../src/shared/texts/message.ts';

type Write = (values: Record<string, unknown>) => string;
type WritePhrase = (values: Record<string, unknown>) => RichText<unknown>;

const text = (source: string, locale = 'en') => messageFrom(source, locale) as string & Write & WritePhrase;

describe('a message', () => {
  it('inserts texts without the characters that change the direction of the sentence', () => {
    expect(text('{file} was saved')({ file: 'a\u202eb.csv' })).toBe('ab.csv was saved');
  });

  it('with tags becomes a list with the caller’s elements', () => {
    const time = { element: 'time' };
    expect(text('{count, plural, one {Once} other {# times}}, last <time></time>')({ count: 2, time })).toEqual([
      '2 times, last ',
      time,
    ]);
    expect(text('<time></time>, created elsewhere')({ time: [time] })).toEqual([[time], ', created elsewhere']);
    expect(text('<a></a><b></b>')({ a: null, b: 2 })).toEqual([null, 2]);
  });

  it('gives the text inside a tag to the caller', () => {
    const link = (content: string) => ({ link: content });
    expect(text('See <link>{name}, settings</link>.')({ link, name: 'My\u202e' })).toEqual([
      'See ',
      { link: 'My, settings' },
      '.',
    ]);
  });
});

afterEach(() => switchLanguage('en'));

it('switching the language also changes a group of texts that was read before', async () => {
  const catalogs = {
    en: {
      'menu/save': { defaultMessage: 'Save', description: 'A command.' },
      'menu/links': { defaultMessage: '{n, plural, one {# link} other {# links}}', description: 'A count.' },
    },
    de: { 'menu/save': 'Sichern', 'menu/links': '{n, plural, one {# Link} other {# Links}}' },
  };
  const { menu } = await openCatalog<{ menu: { save: string; links: (values: { n: number }) => string } }>(
    async (language) => ({ default: catalogs[language as 'en' | 'de'] }),
  );
  expect(menu.save).toBe('Save');
  expect(menu.links({ n: 2 })).toBe('2 links');
  await switchLanguage('de');
  expect(languageInUse()).toBe('de');
  expect(menu.save).toBe('Sichern');
  expect(menu.links({ n: 2 })).toBe('2 Links');
  expect(Object.keys(menu)).toEqual(['save', 'links']);
});
