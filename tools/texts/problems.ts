// Finds what is wrong with a language's messages: broken, missing or unknown ones, wrong values, and missing plurals.
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { type Messages, parseMessage } from './files.ts';
import { type Value, valuesOf } from './values.ts';

/** One line for each problem, beginning with the id; `translated` may be the English texts themselves. */
export function problemsOf(english: Messages, translated: Messages, language: string): string[] {
  const ids = new Set([...Object.keys(english), ...Object.keys(translated)]);
  return [...ids].flatMap((id) =>
    problemsOfMessage(english[id], translated[id], language).map((problem) => `${id}: ${problem}`),
  );
}

function problemsOfMessage(source: string | undefined, text: string | undefined, language: string): string[] {
  if (source === undefined) return ['is not in the English texts'];
  if (text === undefined) return ['is missing'];
  // A text that stands between others, such as ", ", may have spaces around it and may be empty.
  const isUntidy = source.trim() === source && (text === '' || text.trim() !== text);
  try {
    const message = parseMessage(text);
    return [
      ...(isUntidy ? ['is empty, or has spaces that nobody sees'] : []),
      ...differences(valuesOf(parseMessage(source)), valuesOf(message)),
      ...missingPlurals(message, language),
    ];
  } catch (error) {
    return [(error as Error).message];
  }
}

function differences(source: ReadonlyMap<string, Value>, translation: ReadonlyMap<string, Value>): string[] {
  const missing = [...source].filter(([name, { onlyDecides }]) => !onlyDecides && !translation.has(name));
  return [
    ...missing.map(([name]) => `lacks ${name}`),
    ...[...translation].flatMap(([name, { kind, keys }]) => {
      const expected = source.get(name);
      if (expected === undefined) return [`has an unknown ${name}`];
      if (kind !== expected.kind && !(expected.kind === 'choice' && kind === 'text'))
        return [`uses ${name} as ${kind}, not as ${expected.kind}`];
      // A value without its own variant would silently get the text of "other".
      const wanted = [...expected.keys].filter((key) => keys.size > 0 && (kind === 'choice' || key === 'true'));
      return wanted.filter((key) => !keys.has(key)).map((key) => `lacks ${key} of ${name}`);
    }),
  ];
}

/** The plural of whole millions in Spanish, French and Portuguese; this app never counts so far. */
const MILLIONS = 'many';

function missingPlurals(message: readonly MessageFormatElement[], language: string): string[] {
  return message.flatMap((element) => {
    if (element.type === TYPE.tag) return missingPlurals(element.children, language);
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return [];
    const { options } = element;
    const inner = Object.values(options).flatMap(({ value }) => missingPlurals(value, language));
    if (element.type === TYPE.select) return inner;
    const rules = new Intl.PluralRules(language, { type: element.pluralType ?? 'cardinal' });
    // "One" may be the number 1 alone, which may have a text of its own, as in German.
    const isCovered = (category: string) =>
      category in options || category === MILLIONS || (category === 'one' && language !== 'en' && '=1' in options);
    const needed = rules.resolvedOptions().pluralCategories.filter((category) => !isCovered(category));
    return [...inner, ...needed.map((category) => `lacks the plural "${category}" of ${element.value}`)];
  });
}
