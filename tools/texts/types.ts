// `npm run texts`: writes the TypeScript types of the texts, from the English catalogs. The file is not in git.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Messages, parseMessage, readMessages, TEXTS_FOLDER } from './files.ts';
import { type Kind, valuesOf } from './values.ts';

const TYPES: Readonly<Record<Kind, string>> = {
  text: 'TextValue',
  number: 'number',
  boolean: 'boolean',
  choice: 'string',
  time: 'Date | number',
  inserted: 'Part',
  around: '(text: string) => Part',
};

function typesOf(): string {
  return [
    '// Written by `npm run texts` from the English messages; do not edit.',
    '// biome-ignore-all format: written by a program',
    "import type { RichText, TextValue } from './message.ts';",
    '',
    `export interface WindowTexts ${body(nested(readMessages('en', 'window')), '')}`,
    '',
    `export interface MainTexts ${body(nested(readMessages('en', 'main')), '')}`,
    '',
  ].join('\n');
}

interface Nested {
  [key: string]: string | Nested;
}

/** The types of a catalog's messages, in the nesting of their ids. */
function nested(messages: Messages): Nested {
  const all: Nested = {};
  for (const [id, source] of Object.entries(messages)) {
    const path = id.split('/');
    const key = path.pop() ?? '';
    let parent = all;
    for (const step of path) {
      parent[step] ??= {};
      parent = parent[step] as Nested;
    }
    parent[key] = typeOf(id, source);
  }
  return all;
}

function body(types: Nested, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(types).map(([key, type]) => {
    return `${inner}readonly ${JSON.stringify(key)}: ${typeof type === 'string' ? type : body(type, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function typeOf(id: string, source: string): string {
  try {
    const values = [...valuesOf(parseMessage(source))];
    if (values.length === 0) return 'string';
    const fields = values.map(([name, { kind }]) => `readonly ${name}: ${TYPES[kind]}`).join('; ');
    const isPhrase = values.some(([, { kind }]) => kind === 'inserted' || kind === 'around');
    return isPhrase ? `<Part>(values: { ${fields} }) => RichText<Part>` : `(values: { ${fields} }) => string`;
  } catch (error) {
    throw new Error(`The English message ${id} is broken: ${(error as Error).message}`);
  }
}

// Written only if it is missing or differs, because a new modification time starts a build.
const path = join(TEXTS_FOLDER, 'message-types.ts');
const source = typesOf();
if (!existsSync(path) || readFileSync(path, 'utf8') !== source) writeFileSync(path, source);
