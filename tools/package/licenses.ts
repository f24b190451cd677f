// The packages that run in the app, from the lock file and the build, and the list of their licenses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const licenseSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** The SPDX name. A package without a license may not be shipped. */
  identifier: z.string(),
  text: z.string().optional(),
});

type License = z.infer<typeof licenseSchema>;

/** Each part of the build lists its bundled packages (`build.license` of Vite). */
const BUNDLED = ['out/main/licenses.json', 'out/preload/licenses.json', 'out/renderer/licenses.json'];

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;
const RULE = `\n${'='.repeat(80)}\n`;

/** Throws when the package does not name its license. */
export function licenseOf(folder: string): License {
  const { license: identifier, ...about } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((name) => LICENSE_FILE.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return parsed({ ...about, identifier, text: texts.length > 0 ? texts.join('\n\n') : undefined });
}

/** The packages bundled into the built app. */
export const bundledLicenses = (root: string): License[] =>
  BUNDLED.flatMap((file) => z.array(z.unknown()).parse(JSON.parse(readFileSync(join(root, file), 'utf8')))).map(parsed);

function parsed(given: unknown): License {
  const { data, error } = licenseSchema.safeParse(given);
  if (data) return data;
  throw new Error(`The license of ${(given as { name?: string }).name} is not known: ${z.prettifyError(error)}`);
}

/** The readable text, sorted by name. */
export function licenseList(licenses: readonly License[]): string {
  const byHeading = new Map(licenses.map((license) => [`${license.name} ${license.version}`, license]));
  const parts = [...byHeading]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([heading, { identifier, text }]) =>
      [`${heading} (${identifier})`, '', text ?? 'The package comes without the text of its license.', ''].join('\n'),
    );
  return ['Storefront Desk contains these packages.\n', ...parts].join(RULE);
}

/** The packages missing from a list. */
export function unlisted(list: string, packages: Iterable<string>): string[] {
  const listed = new Set(list.split(RULE).map((part) => part.split(' ')[0]));
  return [...packages].filter((name) => !listed.has(name));
}

interface LockFile {
  readonly packages: Readonly<
    Record<
      string,
      { readonly dependencies?: Record<string, string>; readonly optionalDependencies?: Record<string, string> }
    >
  >;
}

/** How a package resolves another: in its own node_modules, else in those of the folders above. */
function found(lock: LockFile, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (at === '') return undefined;
  }
}

/** The packages that run in the app, as paths from the project folder. npm may have omitted some of them on this system. */
export function runtimePackages(lock: LockFile): readonly string[] {
  const seen = new Set<string>();
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[at] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = found(lock, at, name);
      if (path) visit(path);
    }
  };
  visit('');
  seen.delete('');
  return [...seen];
}

/** The package of a file, or null for a file of the app. */
export function packageOf(path: string): string | null {
  if (!path.includes('node_modules/')) return null;
  const [first = '', second = ''] = (path.split('node_modules/').at(-1) ?? '').split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
