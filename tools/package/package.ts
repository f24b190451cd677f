// `npm run package`: builds, draws the icons, packs for this system, and checks what was packed.
// `-- --dir` packs without making an installer; `-- --linux`, `--win`, `--mac` choose another system.
// `-- --check` only checks what was packed before.
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { ensureBuilt } from '../launch/build.ts';
import { root } from '../launch/project.ts';
import { type Feed, hasCertificate, packageConfig, UNSIGNED_FEED } from './config.ts';
import { filesIn, inMegabytes, problemsIn, sizeOf } from './contents.ts';
import { wrongFuses } from './fuses.ts';
import { makeIcons } from './icons.ts';
import { missingDownload } from './missing-download.ts';
import { packedApps } from './packed-apps.ts';
import { type LockFile, runtimePackages } from './runtime-packages.ts';

/** Bytes of the app itself, without Electron. */
const SIZE_LIMIT = 25 * 1024 * 1024;

const PLATFORMS = { '--linux': Platform.LINUX, '--win': Platform.WINDOWS, '--mac': Platform.MAC } as const;

function platformsOf(args: readonly string[]): readonly Platform[] {
  const asked = Object.entries(PLATFORMS).filter(([name]) => args.includes(name));
  return asked.length > 0 ? asked.map(([, platform]) => platform) : [Platform.current()];
}

function targetsOf(platform: Platform, args: readonly string[]) {
  const arch = process.arch === 'arm64' ? Arch.arm64 : Arch.x64;
  return platform.createTarget(args.includes('--dir') ? 'dir' : null, arch);
}

/** The feed for packages of one system. Nothing signs a package for Linux, so there the app only reports new versions. */
function feedFor(platform: Platform): Feed | undefined {
  const url = process.env.STOREFRONT_UPDATE_FEED;
  if (!url) return undefined;
  const signed = platform !== Platform.LINUX;
  if (signed && !hasCertificate(process.env)) throw new Missing(UNSIGNED_FEED);
  return { url, signed };
}

/** Says what each packed app holds; the number of things that are wrong. */
async function checkPackages(output: string): Promise<number> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const apps = packedApps(output);
  if (apps.length === 0) throw new Error(`No packed app was found in ${output}.`);
  let wrong = 0;
  for (const { archive, binary } of apps) {
    const files = filesIn(archive);
    const problems = [
      ...problemsIn(files, { runtime: runtimePackages(lock), limit: SIZE_LIMIT }),
      ...(await wrongFuses(binary)),
    ];
    console.log(`${archive}: ${files.length} files, ${inMegabytes(sizeOf(files))}`);
    for (const problem of problems) console.error(`  ${problem}`);
    wrong += problems.length;
  }
  return wrong;
}

/** What electron-builder was about to fetch: first Electron itself, then the tools of the installers. */
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
  // Electron's files from another place than its download.
  const electronDist = process.env.STOREFRONT_ELECTRON_DIST;
  try {
    for (const { platform, feed } of wanted) {
      await build({
        projectDir: root,
        targets: targetsOf(platform, args),
        config: { ...packageConfig(output, platform.nodeName, feed), ...(electronDist ? { electronDist } : {}) },
        publish: 'never',
      });
    }
  } catch (error) {
    const told = missingDownload(error, wantedDownload(output));
    throw told === null ? error : new Missing(told);
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
  // At once: a package of electron-builder's would end the process by itself, as if all was well.
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Missing ? error.message : error);
    process.exit(1);
  },
);
