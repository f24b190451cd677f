// The packages that run in the app, from the lock file and the build, and the list of their licenses.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/** The folders of the packages that run in the app. npm may have omitted some of them on this system. */
export function runtimePackages(root: string): string[] {
  const asked = ['ls', '--omit=dev', '--all', '--parseable', '--workspaces=false'];
  const npm = process.env.npm_execpath;
  const [program, args] = npm ? [process.execPath, [npm, ...asked]] : ['npm', asked];
  // npm ends with an error if a package is missing or extraneous.
  const { stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  return stdout.split('\n').filter((path) => path !== '' && path !== root && existsSync(join(path, 'package.json')));
}
