// `npm run package`: builds, draws the icons, packs for this system, and checks the result.
// `-- --dir` packs without an installer; `-- --linux`, `--win`, `--mac` choose the system. npm installs native
// modules only for its own system, so a package for another one fails the check.
// `-- --check` only checks what was packed before.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { ensureBuilt } from '../launch/build.ts';
import { root } from '../launch/project.ts';
import { type Feed, hasCertificate, LICENSES, packageConfig, UNSIGNED_FEED } from './config.ts';
import { filesIn, inMegabytes, packageOf, packagesIn, problemsIn, sizeOf } from './contents.ts';
import { wrongFuses } from './fuses.ts';
import { makeIcons } from './icons.ts';
import { bundledLicenses, licenseList, licenseOf, unlisted } from './licenses.ts';
import { missingDownload } from './missing-download.ts';
import { binariesFor, isForTarget, type Target } from './native-modules.ts';
import { packedApps } from './packed-apps.ts';
import { type LockFile, runtimePackages } from './runtime-packages.ts';

/** Bytes of the app without Electron: 8 to 10 MB of database library and 8 MB of everything else. A second binary is too much. */
const SIZE_LIMIT = 22 * 1024 * 1024;

const PLATFORMS = { '--linux': Platform.LINUX, '--win': Platform.WINDOWS, '--mac': Platform.MAC } as const;

function platformsOf(args: readonly string[]): readonly Platform[] {
  const asked = Object.entries(PLATFORMS).filter(([name]) => args.includes(name));
  return asked.length > 0 ? asked.map(([, platform]) => platform) : [Platform.current()];
}

const ARCH = process.arch === 'arm64' ? Arch.arm64 : Arch.x64;

const lockFile = (): LockFile => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

function writeLicenses(target: Target): void {
  // Electron is no dependency of the app, but its license is included.
  const installed = ['node_modules/electron', ...runtimePackages(lockFile())]
    .filter((path) => isForTarget(packageOf(path) ?? '', target))
    .map((path) => join(root, path))
    .filter((path) => existsSync(path));
  writeFileSync(join(root, LICENSES), licenseList([...installed.map(licenseOf), ...bundledLicenses(root)]));
}

/** The feed for packages of one system. Linux packages are not signed, so there the app only reports new versions. */
function feedFor(platform: Platform): Feed | undefined {
  const url = process.env.STOREFRONT_UPDATE_FEED;
  if (!url) return undefined;
  const signed = platform !== Platform.LINUX;
  if (signed && !hasCertificate(process.env)) throw new Missing(UNSIGNED_FEED);
  return { url, signed };
}

/** Prints the contents of each packed app; returns the number of problems. */
async function checkPackages(output: string): Promise<number> {
  const runtime = new Set(runtimePackages(lockFile()).map((path) => packageOf(path) ?? ''));
  const apps = packedApps(output);
  if (apps.length === 0) throw new Error(`No packed app was found in ${output}.`);
  let wrong = 0;
  for (const { archive, binary, licenses, target } of apps) {
    const files = filesIn(archive);
    const list = existsSync(licenses) ? readFileSync(licenses, 'utf8') : '';
    const problems = [
      ...problemsIn(files, { runtime, binaries: binariesFor(target), limit: SIZE_LIMIT }),
      ...unlisted(list, packagesIn(files)).map((name) => `The license of ${name} is not listed.`),
      ...(await wrongFuses(binary)),
    ];
    console.log(`${archive}: ${files.length} files, ${inMegabytes(sizeOf(files))}`);
    for (const problem of problems) console.error(`  ${problem}`);
    wrong += problems.length;
  }
  return wrong;
}

/** What electron-builder was about to download: first Electron itself, then the installer tools. */
function wantedDownload(output: string): string {
  if (packedApps(output).length > 0) return 'a tool that makes the installer';
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as {
    version: string;
  };
  return `Electron ${version} for ${process.platform}-${process.arch}`;
}

async function pack(args: readonly string[], output: string): Promise<void> {
  const wanted = platformsOf(args).map((platform) => ({ platform, feed: feedFor(platform) }));
  await ensureBuilt();
  await makeIcons();
  rmSync(output, { recursive: true, force: true });
  // Electron's files from a local folder instead of its download.
  const electronDist = process.env.STOREFRONT_ELECTRON_DIST;
  try {
    for (const { platform, feed } of wanted) {
      writeLicenses({ system: platform.nodeName, arch: Arch[ARCH] });
      await build({
        projectDir: root,
        targets: platform.createTarget(args.includes('--dir') ? 'dir' : null, ARCH),
        config: { ...packageConfig(output, platform.nodeName, feed), ...(electronDist ? { electronDist } : {}) },
        publish: 'never',
      });
    }
  } catch (error) {
    const message = missingDownload(error, wantedDownload(output));
    throw message === null ? error : new Missing(message);
  }
}

class Missing extends Error {}

async function main(args: readonly string[]): Promise<number> {
  const output = resolve(root, process.env.STOREFRONT_PACKAGE_OUTPUT || 'release');
  if (!args.includes('--check')) await pack(args, output);
  const wrong = await checkPackages(output);
  console.log(wrong === 0 ? 'The packages hold what they should.' : `${wrong} things are wrong with the packages.`);
  return wrong === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  // Exits at once: a package of electron-builder would otherwise end the process with success.
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Missing ? error.message : error);
    process.exit(1);
  },
);
