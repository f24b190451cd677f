// The check that finds what is wrong with a translation.
import { expect, it } from 'vitest';
import { problemsOf } from '../../tools/texts/problems.ts';
import { typesOf } from '../../tools/texts/types.ts';

const found = (english: string, translated: string, language = 'de') =>
  problemsOf({ a: english }, { a: translated }, language).map((problem) => problem.replace('a: ', ''));

it('finds missing and unknown messages', () => {
  expect(problemsOf({ a: 'A', b: 'B' }, { b: 'B', c: 'C' }, 'de')).toEqual([
    'a: is missing',
    'c: is not in the English texts',
  ]);
});

it('finds texts that are no message, empty or untidy', () => {
  expect(found('A', '{b')).toHaveLength(1);
  expect(found('A <b>', 'A')).toHaveLength(1);
  for (const text of ['', ' A', 'A ', 'A  B']) expect(found('A', text)).toHaveLength(1);
});

it('finds a message that is a group of messages too', () => {
  expect(problemsOf({ a: 'A', 'a/b/c': 'B' }, { a: 'A', 'a/b/c': 'B' }, 'en')).toEqual([
    'a/b/c: "a" is a message itself',
  ]);
});

it('finds other values than in English', () => {
  expect(found('{file} was saved', 'Gesichert')).toEqual(['lacks file']);
  expect(found('{file} was saved', '{datei} gesichert: {file}')).toEqual(['has an unknown datei']);
  expect(found('{n, number} links', '{n} Links')).toEqual(['uses n as text, not as number']);
  expect(found('Last <time></time>', 'Zuletzt')).toEqual(['lacks time']);
  expect(found('Last <time></time>', 'Zuletzt <time>heute</time>')).toEqual(['uses time as around, not as inserted']);
  expect(found('{a, number} of {a}', '{a}')).toEqual(['{a} is used as number and as text']);
});

it('allows a language to do without a value that only decides between variants', () => {
  expect(found('Delete {n, plural, one {link} other {links}}', 'リンクを削除', 'ja')).toEqual([]);
  expect(found('{n, plural, one {# link} other {# links}}', 'リンク', 'ja')).toEqual(['lacks n']);
  expect(found('{n, plural, one {# link} other {# links}}', '{n, number}件', 'ja')).toEqual([]);
});

it('finds missing and unknown variants', () => {
  expect(found('{k, select, a {A} b {B} other {C}}', '{k, select, a {A} c {C} other {C}}')).toEqual([
    'lacks b of k',
    'has an unknown c of k',
  ]);
  expect(found('{is, select, true {A} other {B}}', '{is, select, true {A} false {B} other {B}}')).toEqual([]);
  expect(found('{is, select, true {A} other {B}}', '{is, select, yes {A} other {B}}')).toEqual([
    'uses is as choice, not as boolean',
  ]);
});

it('finds plurals that the language needs or does not have', () => {
  const english = '{n, plural, one {# link} other {# links}}';
  expect(found(english, '{n, plural, other {# Links}}')).toEqual(['lacks the plural "one" of n']);
  expect(found(english, '{n, plural, =1 {Ein Link} other {# Links}}')).toEqual([]);
  expect(found(english, '{n, plural, =1 {One} other {# links}}', 'en')).toEqual(['lacks the plural "one" of n']);
  expect(found(english, '{n, plural, one {#} other {#}}', 'ja')).toEqual([
    'has the plural "one" of n, which the language does not use',
  ]);
  // Only whole millions are "many" in French.
  expect(found(english, '{n, plural, one {# lien} other {# liens}}', 'fr')).toEqual([]);
  expect(found(english, '<b>{n, plural, other {# Links}}</b>')).toContain('lacks the plural "one" of n');
  expect(found(english, '{n, plural, other {# Links}', 'de')).toHaveLength(1);
});

it('derives the types of texts', () => {
  const none = { later: {}, main: {}, rules: {}, names: {} };
  const window = {
    'links/newLink': { defaultMessage: 'New payment link', description: 'A button.' },
    'links/tooMany': '{selected, plural, one {# link} other {# links}} of {most, number} in {file}',
    'links/last':
      '<time></time> {isMore, select, true {and more} other {}} {at, date}, <link>{kind, select, a {A} other {B}}</link>',
    'links/states/not-sent': 'Not sent',
  };
  expect(typesOf({ ...none, window })).toContain(
    `export interface WindowTexts {
  readonly links: {
    readonly newLink: string;
    readonly tooMany: (values: { readonly selected: number; readonly most: number; readonly file: TextValue }) => string;
    readonly last: <Part>(values: { readonly time: Part; readonly isMore: boolean; readonly at: Date | number; readonly link: (text: string) => Part; readonly kind: string }) => Phrase<Part>;
    readonly states: {
      readonly 'not-sent': string;
    };
  };
}`,
  );
  expect(() => typesOf({ ...none, window: { a: '{b' } })).toThrow('The English message a is broken');
});
