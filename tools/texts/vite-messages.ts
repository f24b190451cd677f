// Vite plugin: builds the message catalogs into modules with parsed messages, one for each language and part, so that the app
// contains no parser and loads only the language in use.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { compile } from '../../src/shared/texts/compile.ts';
import { type AnyLanguage, isPseudo, languages, PSEUDO_LANGUAGES } from '../../src/shared/texts/languages.ts';
import { catalogPath, type Part, readCatalog } from './files.ts';
import { pseudo } from './pseudo.ts';

/** The module that this plugin replaces. */
const SOURCES = /\/src\/shared\/texts\/sources\.ts$/;
const PREFIX = 'messages:';
/** Ids that start so are left alone by other plugins. */
const VIRTUAL = `\0${PREFIX}`;

/** With the pseudo-languages, for tests; packages leave their files out. */
const available: readonly AnyLanguage[] = [...languages, ...PSEUDO_LANGUAGES];

/** @param groups the catalogs that this side of the app uses; those of a group are loaded together */
export function messages(groups: readonly (readonly Part[])[]): Plugin {
  /** Of the module that is replaced: a bundled configuration does not know where its own modules were. */
  let folder = '';
  return {
    name: 'messages',
    enforce: 'pre',
    // FormatJS parses only messages that are not parsed yet.
    config: () => ({
      resolve: {
        alias: {
          '@formatjs/icu-messageformat-parser': fileURLToPath(
            import.meta.resolve('@formatjs/icu-messageformat-parser/no-parser.js'),
          ),
        },
      },
    }),
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (SOURCES.test(id.replaceAll('\\', '/'))) {
        folder = dirname(id);
        return sources(groups);
      }
      if (!id.startsWith(VIRTUAL)) return null;
      const [group = '', name = ''] = id.slice(VIRTUAL.length).split('/');
      const language = name.slice(0, name.lastIndexOf('-')) as AnyLanguage;
      const catalogs = group.split('+').map((part) => [part, parsed(language, part as Part)] as const);
      for (const [, { path }] of catalogs) this.addWatchFile(path);
      return `export default ${JSON.stringify(Object.fromEntries(catalogs.map(([part, { catalog }]) => [part, catalog])))};`;
    },
  };

  function parsed(language: AnyLanguage, part: Part) {
    const written = isPseudo(language) ? 'en' : language;
    const change = isPseudo(language) ? pseudo.bind(null, language) : undefined;
    return {
      path: catalogPath(written, part, folder),
      catalog: compile(readCatalog(written, part, folder), change),
    };
  }
}

/** The module with the same exports as sources.ts. */
function sources(groups: readonly (readonly Part[])[]): string {
  const loaders = available.map((language) => {
    const parts = groups.flatMap((group) =>
      // The file is named by the last part of the id: "en-window".
      group.map((part) => `${part}: () => import('${PREFIX}${group.join('+')}/${language}-${group[0]}')`),
    );
    return `  '${language}': { ${parts.join(', ')} },`;
  });
  return [
    `export const available = ${JSON.stringify(available)};`,
    `const loaders = {\n${loaders.join('\n')}\n};`,
    'export const load = async (language, part) => (await loaders[language][part]()).default[part];',
  ].join('\n');
}
