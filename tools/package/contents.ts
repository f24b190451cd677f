// What a package contains, and what it should not contain.
import { getRawHeader } from '@electron/asar';

export interface PackedFile {
  /** Path in the package, with forward slashes and no leading slash. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** A file of its own beside the archive. */
  readonly unpacked: boolean;
}

export interface Expected {
  /** Names of the packages that run in the app, with their dependencies. */
  readonly runtime: ReadonlySet<string>;
  /** Paths of the native modules for the package's system. */
  readonly binaries: readonly string[];
  /** Bytes. */
  readonly limit: number;
}

/** Without these the app does not start, or fails when it first needs a worker thread. */
const NEEDED = [
  'package.json',
  'out/main/index.js',
  'out/main/reader-worker.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
];
const NATIVE = /\.(node|so|dll|dylib)$/;
const OWN = /^(package\.json$|out\/(main|preload|renderer)\/|node_modules\/)/;
const SOURCE = /\.(tsx?|mts|cts|map|jsx|c|h|bare)$/;
const TEST = /(^|\/)(test|tests|__tests__|spec)\/|\.(test|spec)\.[cm]?js$/;

type Entry =
  | { readonly files: Readonly<Record<string, Entry>> }
  | { readonly size?: number; readonly unpacked?: boolean };

/** Every file of an asar archive. */
export function filesIn(archive: string): PackedFile[] {
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

/** Names of all packages with files here. */
export const packagesIn = (files: readonly PackedFile[]): ReadonlySet<string> =>
  new Set(files.map(({ path }) => packageOf(path)).filter((name) => name !== null));

export const sizeOf = (files: readonly PackedFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** One sentence per problem; empty when the package is correct. */
export function problemsIn(files: readonly PackedFile[], { runtime, binaries, limit }: Expected): string[] {
  const problems = NEEDED.filter((path) => !files.some((file) => file.path === path)).map(
    (path) => `${path} is missing: the app would not work.`,
  );
  for (const path of binaries) {
    if (!files.some((file) => file.path === path))
      problems.push(`${path} is missing. Pack on the system that the package is for.`);
  }
  const strangers = new Set<string>();
  for (const { path, unpacked } of files) {
    const from = packageOf(path);
    if (from !== null && !runtime.has(from)) strangers.add(from);
    else if (!OWN.test(path)) problems.push(`${path} does not belong into a package.`);
    else if (SOURCE.test(path)) problems.push(`${path} is a source.`);
    else if (TEST.test(path)) problems.push(`${path} is a test.`);
    else if (NATIVE.test(path)) {
      if (!binaries.includes(path)) problems.push(`${path} is a native module that this system does not need.`);
      else if (!unpacked) problems.push(`${path} is in the archive, where the system cannot load it.`);
    } else if (unpacked) problems.push(`${path} is outside the archive, where its integrity is not checked.`);
  }
  for (const name of strangers) problems.push(`The package ${name} is only needed for development.`);
  const size = sizeOf(files);
  if (size > limit) problems.push(`It has ${inMegabytes(size)}, more than ${inMegabytes(limit)}.`);
  return problems;
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
