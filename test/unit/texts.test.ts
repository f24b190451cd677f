// Every text for people is in src/shared/texts, ready for translation.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesOf } from '../../src/shared/texts/compile.ts';
import { languages } from '../../src/shared/texts/languages.ts';
import { PARTS, type Part, readCatalog } from '../../tools/texts/files.ts';
import { problemsOf } from '../../tools/texts/problems.ts';
import { typesOf } from '../../tools/texts/types.ts';
import { textsIn } from '../support/texts-in-source.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const FOLDERS = ['src/renderer', 'src/main', 'src/shared', 'src/preload'];
const files = FOLDERS.flatMap((part) =>
  readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${part}/${file.replaceAll('\\', '/')}`),
).filter((file) => !file.startsWith('src/shared/texts/'));

const sourceOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Files without texts for people, although some strings look like them. */
const WITHOUT_TEXTS = new Set([
  // For support: it stays in the language of the people who read it.
  'src/main/app/diagnostics.ts',
  'src/main/electron/key-store.ts',
  // Read by other programs: file headers, possible column names, HTTP, pictures, receiver code.
  'src/main/import/result.ts',
  'src/main/links/link-export.ts',
  'src/main/import/file/columns.ts',
  'src/main/import/file/column-names.ts',
  'src/main/electron/page-files.ts',
  'src/main/webhook/inbox/receiver.ts',
  'src/main/share/qr-code.ts',
  'src/renderer/screens/webhook/snippets.ts',
]);

/** Strings elsewhere that look like texts. */
const NO_TEXTS: Readonly<Record<string, readonly string[]>> = {
  // The data folder has this name in any language; the others are for the log.
  'src/main/index.ts': [
    'Storefront Desk',
    'Arguments that are not the app’s: …',
    'Started: version …, …',
    'Key store: …',
    'Ending',
    'The data folder could not be locked (…)',
  ],
  'src/main/electron/links.ts': ['A link was refused: …'],
  // Stored and compared; src/main/sync/wording.ts has their texts.
  'src/main/sync/outbox/policy.ts': [
    'the app was closed while it was sending',
    'It was already gone.',
    'The service accepted it, with an answer that this app does not know.',
  ],
  // Parts of queries.
  'src/main/catalog/order.ts': [
    'CAST(? AS INTEGER)',
    '… LEFT JOIN products p ON p.id = r.product_id',
    'products p CROSS JOIN …',
    'r.product_id = p.id AND …',
    '… = ? AND r.position < ?',
    '… = ? AND r.position … ?',
    '… r INDEXED BY …',
    '… UNION ALL …',
  ],
  'src/main/catalog/imports.ts': [
    "(json_extract(l.record, '$.paymentLink') IS NULL)",
    '(r.link_id IS NULL OR l.sync = 2 OR (l.is_deleted = 1 AND …) OR (l.id IS NULL AND r.is_chosen = 1))',
    'import_rows r LEFT JOIN links l ON l.id = r.link_id WHERE r.import_id = ?',
  ],
  'src/main/catalog/list-query.ts': [
    '… r CROSS JOIN … ON ….rowid = r.position',
    '… CROSS JOIN … r ON r.position = ….rowid',
    '(SELECT count(*) FROM … r INDEXED BY … WHERE … AND … AND r.position > ? AND r.position <= ? AND r.position IN (SELECT position FROM found)) AS "…"',
    '(SELECT count(*) FROM found) AS "all"',
    'r.position IN (…)',
    'EXISTS (…)',
  ],
  'src/main/catalog/listing.ts': ['r.id IN (SELECT value FROM json_each(?))'],
  'src/main/catalog/search.ts': ['{words address}', '(instr(….words, ?) > 0 OR instr(….address, ?) > 0)'],
  'src/main/service/transport.ts': ['Bearer …'],
  'src/main/service/tunnel.ts': ['Basic …'],
  // Parts of patterns.
  'src/shared/hide-secrets.ts': ['\\u…', '\\\\{0,8}u…', '\\\\{0,8}x…'],
  // A file name.
  'src/main/share/qr-share.ts': ['QR …'],
  'src/main/electron/guard.ts': ['EXCLUDE …'],
  'src/main/electron/pac-host.ts': ['HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'],
  // A preload imports no values; only a foreign page requests an unknown channel.
  'src/preload/index.ts': ['The app does not know this call.'],
  'src/renderer/app/useKeyboardHome.ts': ['main h1[tabindex]'],
  'src/renderer/theme.ts': [
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  ],
  // A drag type, system names, draft keys, an address prefix, a header.
  'src/renderer/screens/links/import/entry.tsx': ['Files'],
  'src/renderer/screens/links/LinkDetails.tsx': ['(max-width: 1000px), (max-height: 640px)'],
  'src/renderer/screens/settings/AppSections.tsx': ['Windows', 'Linux'],
  'src/renderer/screens/sign-in/SignInForm.tsx': ['sign-in as … at …', 'https://…'],
  'src/renderer/screens/products/AddExistingForm.tsx': ['https://…'],
  'src/renderer/screens/settings/StoreSection.tsx': ['https://'],
  'src/renderer/screens/webhook/SettingsForm.tsx': ['https://'],
  'src/renderer/screens/webhook/inbox/ReplayForm.tsx': ['https://'],
  'src/renderer/screens/webhook/ReceiverHelp.tsx': ['Webhook-Key'],
};

it.each(files.filter((file) => !WITHOUT_TEXTS.has(file)))('%s has no texts of its own', (file) => {
  const found = textsIn(file, sourceOf(file));
  const known = NO_TEXTS[file] ?? [];
  expect(found.filter((text) => !known.includes(text.replace(/^\d+: /, '')))).toEqual([]);
});

it('finds a text in any position', () => {
  const source = `
    import { a } from './Some where';
    const title = <p title="Save">Saved on the service {a} <b aria-label={\`Remove \${a}\`}>×</b></p>;
    const words = a ? 'Nothing was changed' : \`note "\${a}"\` + refuse('invalid', 'Choose a product');
    class Refused extends Kind { override message = 'It was refused.' }
    log.info('The window is open'); throw new Error('No window is open');
    if (a === 'Two words') switch (a) { case 'More words': break; }
    db.run('DELETE FROM sale WHERE id = ?', \`SELECT \${a} FROM sale\`);
    const look = <p className="one two" key="A key" />;
  `;
  expect(textsIn('example.tsx', source).map((text) => text.replace(/^\d+: /, ''))).toEqual([
    'Save',
    'Saved on the service',
    'Remove …',
    'Nothing was changed',
    'note "…"',
    'Choose a product',
    'It was refused.',
  ]);
});

describe.each(PARTS)('the %s texts', (part) => {
  const english = sourcesOf(readCatalog('en', part));

  it.each(languages)('are complete and right in %s', (language) => {
    expect(problemsOf(english, sourcesOf(readCatalog(language, part)), language)).toEqual([]);
  });

  it('has no unused text', () => {
    const said = new Set(files.flatMap((file) => sourceOf(file).match(/[\w$]+/g) ?? []));
    // Keys that are no identifiers, such as a sign or a state with a hyphen, are accessed by value.
    const unsaid = Object.keys(english).filter((id) =>
      id.split('/').some((key) => /^[\w$]+$/.test(key) && !said.has(key)),
    );
    expect(unsaid).toEqual([]);
  });

  it('calls the catalog by one name', () => {
    expect(Object.entries(english).filter(([, text]) => /catalogue/i.test(text))).toEqual([]);
  });
});

it('has types for all texts: `npm run texts` writes them', () => {
  const english = Object.fromEntries(PARTS.map((part) => [part, readCatalog('en', part)]));
  expect(sourceOf('src/shared/texts/message-types.ts')).toBe(
    typesOf(english as Record<Part, ReturnType<typeof readCatalog>>),
  );
});
