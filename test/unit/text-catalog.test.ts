// Messages with values, phrases, and the switch between languages.
import { afterEach, describe, expect, it } from 'vitest';
import { languageInUse, openCatalog, switchLanguage } from '../../src/shared/texts/catalog.ts';
import { messageFrom, type Phrase } from '../../src/shared/texts/message.ts';

type Write = (values: Record<string, unknown>) => string;
type WritePhrase = (values: Record<string, unknown>) => Phrase<unknown>;

const text = (source: string, locale = 'en') => messageFrom(source, locale) as string & Write & WritePhrase;

describe('a message', () => {
  it('without values is a text', () => {
    expect(text('New payment link')).toBe('New payment link');
    expect(text("For '{product}', it''s")).toBe("For {product}, it's");
  });

  it('inserts texts without what would turn the sentence around', () => {
    expect(text('{file} was saved')({ file: 'a\u202eb.csv' })).toBe('ab.csv was saved');
  });

  it('joins several texts to a list', () => {
    const names = ['A', 'B\u2067', 'C'];
    expect(text('With {names}')({ names })).toBe('With A, B, and C');
    expect(text('Mit {names}', 'de')({ names })).toBe('Mit A, B und C');
  });

  it('counts, with the digits of the locale', () => {
    const links = '{links, plural, one {# link} other {# links}} of {all, number}';
    expect(text(links)({ links: 1, all: 1234 })).toBe('1 link of 1,234');
    expect(text(links, 'en-DE')({ links: 12_345, all: 5 })).toBe('12.345 links of 5');
    expect(text('{at, number, ::group-off}')({ at: 1234 })).toBe('1234');
    expect(text('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}')({ n: 22 })).toBe('22nd');
    expect(text('{n, plural, offset:1 =1 {alone} other {# others}}')({ n: 3 })).toBe('2 others');
  });

  it('decides by a boolean or a name', () => {
    const kind = text('{isOn, select, true {on} other {off}}, {kind, select, a {A} other {else}}');
    expect(kind({ isOn: true, kind: 'a' })).toBe('on, A');
    expect(kind({ isOn: false, kind: 'toString' })).toBe('off, else');
  });

  it('writes dates and times', () => {
    const at = new Date(2026, 4, 3, 14, 5);
    expect(text('{at, date, long}')({ at })).toBe('May 3, 2026');
    expect(text('{at, time, short}', 'de')({ at: at.getTime() })).toBe('14:05');
  });

  it('with a tag is a phrase with the parts of the caller', () => {
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

describe('the texts in use', () => {
  afterEach(() => switchLanguage('en'));

  it('follow a change of the language, even if a group of them was kept', async () => {
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
});
