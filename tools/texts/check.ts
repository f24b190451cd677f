// Checks the app's texts: every language is complete and correct, no message is unused, and no text is in the code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { languages } from '../../src/shared/texts/languages.ts';
import { root } from '../launch/project.ts';
import { CATALOGS, readMessages } from './files.ts';
import { problemsOf } from './problems.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Attributes that people read or hear. */
const READ = /^(label|title|alt|placeholder|description|error|aria-label|aria-description)$/;
/** Examples of what is typed or sent, the same in every language. */
const SAME_EVERYWHERE = /^https:\/\/|^Webhook-Key$/;

/** The texts between tags and in attributes that people read, each with its line. */
function textsIn(file: string, source: string): string[] {
  const missing: string[] = [];
  const add = (node: Node, text: unknown) => {
    if (typeof text !== 'string' || !/\p{L}/u.test(text) || SAME_EVERYWHERE.test(text)) return;
    missing.push(`${file}:${source.slice(0, node.start).split('\n').length}: "${text.trim()}" is not in the catalogs`);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value)) return;
    if (value.type === 'JSXText') add(value, value.value);
    if (value.type === 'JSXAttribute' && READ.test(String((value.name as Node).name)) && isNode(value.value))
      add(value, value.value.value);
    for (const part of Object.values(value)) visit(part);
  };
  visit(parseSync(file, source).program);
  return missing;
}

const sources = ['src/renderer', 'src/main', 'src/shared'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^texts[\\/]/.test(file))
    .map((file) => ({ file: `${folder}/${file}`, source: readFileSync(join(root, folder, file), 'utf8') })),
);
const words = new Set(sources.flatMap(({ source }) => source.match(/[\w$]+/g) ?? []));

const problems = CATALOGS.flatMap((catalog) => {
  const english = readMessages('en', catalog);
  // Code reads a key that is not an identifier, such as a state with a hyphen, through a variable.
  const isUnused = (id: string) => id.split('/').some((key) => /^[\w$]+$/.test(key) && !words.has(key));
  return [
    ...Object.keys(english)
      .filter(isUnused)
      .map((id) => `${catalog}: ${id} is not used`),
    ...languages.flatMap((language) =>
      problemsOf(english, readMessages(language, catalog), language).map((text) => `${language}/${catalog}: ${text}`),
    ),
  ];
});
problems.push(...sources.filter(({ file }) => file.endsWith('x')).flatMap(({ file, source }) => textsIn(file, source)));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
