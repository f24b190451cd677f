// Checks a packed app: what its archive contains, the fuses of its binary, and the list of licenses.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { databasePackage, FUSES, LICENSES, type Target } from './config.ts';
import { unlisted } from './licenses.ts';

interface PackedApp {
  readonly archive: string;
  readonly binary: string;
  readonly target: Target;
}

const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', mac: 'darwin', win: 'win32' };

/** electron-builder's folders: `linux-unpacked`, `win-arm64-unpacked`, `mac-arm64`. It omits `x64`. */
function targetOf(folder: string): Target {
  const [, name = '', arch = 'x64'] = /^([a-z]+)(?:-(arm64))?(?:-unpacked)?$/.exec(folder) ?? [];
  const system = SYSTEMS[name];
  if (!system) throw new Error(`The folder ${folder} does not say which system its package is for.`);
  return { system, arch };
}

export function packedApps(output: string): PackedApp[] {
  if (!existsSync(output)) return [];
  return readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'app.asar')
    .map((file) => {
      const archive = join(output, file);
      const above = join(archive, '../..');
      // macOS: Name.app/Contents/Resources/app.asar, and the fuses are in the framework.
      const framework = join(above, 'Frameworks/Electron Framework.framework/Electron Framework');
      const binaries = [framework, join(above, 'Storefront Desk.exe'), join(above, 'storefront-desk')];
      return { archive, binary: binaries.find(existsSync) ?? framework, target: targetOf(file.split(sep)[0] ?? '') };
    });
}

interface PackedFile {
  /** Path in the package, with forward slashes and no leading slash. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** A file of its own beside the archive. */
  readonly unpacked: boolean;
}

type Entry =
  | { readonly files: Readonly<Record<string, Entry>> }
  | { readonly size?: number; readonly unpacked?: boolean };

function filesIn(archive: string): PackedFile[] {
  const walk = (name: string, entry: Entry): PackedFile[] =>
    'files' in entry
      ? Object.entries(entry.files).flatMap(([child, below]) => walk(name ? `${name}/${child}` : child, below))
      : [{ path: name, size: entry.size ?? 0, unpacked: entry.unpacked ?? false }];
  return walk('', getRawHeader(archive).header as Entry);
}

/** The package of a file, or null for a file of the app. */
export function packageOf(path: string): string | null {
  const below = path.split('node_modules/').at(-1) ?? '';
  if (!path.includes('node_modules/')) return null;
  const [first = '', second = ''] = below.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** Without these the app does not start, or fails when it first needs a worker thread. */
const NEEDED = [
  'package.json',
  'out/main/index.js',
  'out/main/reader-worker.js',
  'out/main/table-worker.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
];
const NATIVE = /\.(node|so|dll|dylib)$/;
const OWN = /^(package\.json$|out\/(main|preload|renderer)\/)/;
const SOURCE = /\.(tsx?|mts|cts|map)$/;
/** Bytes of the app without Electron: 8 to 10 MB of database library and 8 MB of everything else. A second binary is too much. */
const SIZE_LIMIT = 22 * 1024 * 1024;

/** One sentence for each problem. `runtime`: names of the packages that run in the app. */
export function problemsIn(files: readonly PackedFile[], runtime: ReadonlySet<string>, target: Target): string[] {
  const database = `node_modules/${databasePackage(target)}/index.node`;
  const has = (path: string) => files.some((file) => file.path === path);
  const problems = NEEDED.filter((path) => !has(path)).map((path) => `${path} is missing: the app would not work.`);
  if (!has(database)) problems.push(`${database} is missing. Pack on the system that the package is for.`);
  for (const { path, unpacked } of files) {
    const from = packageOf(path);
    if (from === null ? !OWN.test(path) : !runtime.has(from)) problems.push(`${path} does not belong into a package.`);
    else if (SOURCE.test(path)) problems.push(`${path} is a source.`);
    else if (NATIVE.test(path) && path !== database)
      problems.push(`${path} is a binary that this system does not need.`);
    else if (unpacked !== NATIVE.test(path)) {
      problems.push(
        unpacked
          ? `${path} is outside the archive, where its integrity is not checked.`
          : `${path} is in the archive, where the system cannot load it.`,
      );
    }
  }
  const size = sizeOf(files);
  if (size > SIZE_LIMIT) problems.push(`It has ${inMegabytes(size)}, more than ${inMegabytes(SIZE_LIMIT)}.`);
  return problems;
}

const sizeOf = (files: readonly PackedFile[]): number => files.reduce((sum, { size }) => sum + size, 0);
const inMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** One sentence for each wrong fuse. Rejects when the file is no Electron binary. */
async function wrongFuses(binary: string): Promise<string[]> {
  const wire = (await getCurrentFuseWire(binary)) as unknown as Record<number, number>;
  return Object.entries(FUSES).flatMap(([name, wanted]) => {
    const option = `${name[0]?.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options;
    const isOn = wire[FuseV1Options[option]] === '1'.charCodeAt(0);
    return isOn === wanted ? [] : [`The fuse ${name} should be ${wanted ? 'on' : 'off'}.`];
  });
}

/** Prints the contents and the problems of each packed app; returns the number of problems. */
export async function checkPackages(output: string, runtime: ReadonlySet<string>): Promise<number> {
  const apps = packedApps(output);
  if (apps.length === 0) throw new Error(`No packed app was found in ${output}.`);
  let wrong = 0;
  for (const { archive, binary, target } of apps) {
    const files = filesIn(archive);
    const licenses = join(archive, '..', basename(LICENSES));
    const packages = new Set(files.map(({ path }) => packageOf(path)).filter((name) => name !== null));
    const problems = [
      ...problemsIn(files, runtime, target),
      ...unlisted(existsSync(licenses) ? readFileSync(licenses, 'utf8') : '', packages).map(
        (name) => `The license of ${name} is not listed.`,
      ),
      ...(await wrongFuses(binary)),
    ];
    console.log(`${archive}: ${files.length} files, ${inMegabytes(sizeOf(files))}`);
    for (const problem of problems) console.error(`  ${problem}`);
    wrong += problems.length;
  }
  return wrong;
}
