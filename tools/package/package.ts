// `npm run package`: builds, packs for this system, and checks the result.
// `-- --dir` packs without an installer; `-- --check` only checks what was packed before.
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { ensureBuilt } from '../launch/build.ts';
import { root } from '../launch/project.ts';
import { checkPackages } from './checks.ts';
import { type Feed, hasCertificate, LICENSES, packageConfig, UNSIGNED_FEED } from './config.ts';
import { bundledLicenses, licenseList, licenseOf, runtimePackages } from './licenses.ts';

const ARCH = process.arch === 'arm64' ? Arch.arm64 : Arch.x64;

function writeLicenses(): void {
  // Electron is not a dependency of the app, but its license is included.
  const installed = [join(root, 'node_modules/electron'), ...runtimePackages(root)];
  writeFileSync(join(root, LICENSES), licenseList([...installed.map(licenseOf), ...bundledLicenses(root)]));
}

/** Linux packages are not signed, so there the app only reports new versions. */
function feedOf(platform: Platform): Feed | undefined {
  const url = process.env.STOREFRONT_UPDATE_FEED;
  if (!url) return undefined;
  const signed = platform !== Platform.LINUX;
  if (signed && !hasCertificate(process.env)) throw new Error(UNSIGNED_FEED);
  return { url, signed };
}

/** npm installs native modules only for its own system, so only that one can be packed. */
async function pack(args: readonly string[], output: string): Promise<void> {
  const platform = Platform.current();
  const config = packageConfig(output, platform.nodeName, feedOf(platform));
  await ensureBuilt();
  rmSync(output, { recursive: true, force: true });
  writeLicenses();
  // Electron's files from a local folder instead of its download.
  const electronDist = process.env.STOREFRONT_ELECTRON_DIST;
  await build({
    projectDir: root,
    targets: platform.createTarget(args.includes('--dir') ? 'dir' : null, ARCH),
    config: { ...config, ...(electronDist ? { electronDist } : {}) },
    publish: 'never',
  });
}

async function main(args: readonly string[]): Promise<number> {
  const output = resolve(root, process.env.STOREFRONT_PACKAGE_OUTPUT || 'release');
  if (!args.includes('--check')) await pack(args, output);
  const wrong = await checkPackages(output);
  console.log(wrong === 0 ? 'The packages are sealed.' : `${wrong} things are wrong with the packages.`);
  return wrong === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  // Exits at once: a package of electron-builder would otherwise end the process with success.
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
