// What is wrong with the messages of a language: broken, missing or unknown ones, other values than in English, missing plurals.
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { type Messages, parseMessage } from './files.ts';
import { type Value, valuesOf } from './values.ts';

/** One line for each problem, beginning with the id; `translated` may be the English texts themselves. */
export function problemsOf(english: Messages, translated: Messages, language: string): string[] {
  const ids = new Set([...Object.keys(english), ...Object.keys(translated)]);
  return [...ids].flatMap((id) => {
    const problems = problemsOfMessage(id, english, translated, language);
    return problems.map((problem) => `${id}: ${problem}`);
  });
}

function problemsOfMessage(id: string, english: Messages, translated: Messages, language: string): string[] {
  const source = english[id];
  const text = translated[id];
  if (source === undefined) return ['is not in the English texts'];
  if (text === undefined) return ['is missing'];
  try {
    const message = parseMessage(text);
    return [
      ...untidy(text, source),
      ...startsOf(id).flatMap((start) => (Object.hasOwn(english, start) ? [`"${start}" is a message itself`] : [])),
      ...differences(valuesOf(parseMessage(source)), valuesOf(message)),
      ...missingPlurals(message, language),
    ];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** What stands between others, such as ", ", may have spaces around it and may be empty. */
const untidy = (text: string, source: string): string[] =>
  source.trim() === source && (text === '' || text.trim() !== text || /(?<!\n) {2}/.test(text))
    ? ['is empty, or has spaces that nobody sees']
    : [];

/** The ids that would have to be both a message and a group of messages. */
const startsOf = (id: string): string[] => {
  const path = id.split('/');
  return path.slice(1).map((_, index) => path.slice(0, index + 1).join('/'));
};

function differences(source: ReadonlyMap<string, Value>, translation: ReadonlyMap<string, Value>): string[] {
  const left = [...source].filter(([name, { onlyDecides }]) => !onlyDecides && !translation.has(name));
  return [
    ...left.map(([name]) => `lacks ${name}`),
    ...[...translation].flatMap(([name, value]) => {
      const expected = source.get(name);
      return expected === undefined ? [`has an unknown ${name}`] : differenceOf(name, expected, value);
    }),
  ];
}

function differenceOf(name: string, source: Value, translation: Value): string[] {
  if (source.kind !== translation.kind && !(source.kind === 'choice' && translation.kind === 'text'))
    return [`uses ${name} as ${translation.kind}, not as ${source.kind}`];
  // Without a variant of its own a value silently has the text of "other".
  const expected = [...source.keys].filter((key) => source.kind === 'choice' || key === 'true');
  if (translation.keys.size === 0) return [];
  return [
    ...expected.filter((key) => !translation.keys.has(key)).map((key) => `lacks ${key} of ${name}`),
    ...[...translation.keys]
      .filter((key) => source.kind === 'choice' && !source.keys.has(key))
      .map((key) => `has an unknown ${key} of ${name}`),
  ];
}

/** Of whole millions in Spanish, French and Portuguese, which this app never counts. */
const MILLIONS = 'many';

function missingPlurals(message: readonly MessageFormatElement[], language: string): string[] {
  return message.flatMap((element) => {
    if (element.type === TYPE.tag) return missingPlurals(element.children, language);
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return [];
    const inner = Object.values(element.options).flatMap(({ value }) => missingPlurals(value, language));
    if (element.type === TYPE.select) return inner;
    const { pluralCategories } = new Intl.PluralRules(language, {
      type: element.pluralType ?? 'cardinal',
    }).resolvedOptions();
    const needed = pluralCategories.filter(
      (category) => category !== MILLIONS && !isCovered(category, language, element.options),
    );
    const unknown = Object.keys(element.options).filter(
      (key) => !key.startsWith('=') && !(pluralCategories as string[]).includes(key),
    );
    return [
      ...inner,
      ...needed.map((category) => `lacks the plural "${category}" of ${element.value}`),
      ...unknown.map((category) => `has the plural "${category}" of ${element.value}, which the language does not use`),
    ];
  });
}

/**
 * A category may be left out where it has one number, which has a text of its own: `=1` for "one" in German. Not in English,
 * where translators look for the two.
 */
const isCovered = (category: string, language: string, options: Readonly<Record<string, unknown>>): boolean =>
  Object.hasOwn(options, category) || (category === 'one' && language !== 'en' && Object.hasOwn(options, '=1'));
