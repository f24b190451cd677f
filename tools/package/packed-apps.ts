// Finds the packed apps of electron-builder: each an archive with its binary.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { LICENSES } from './config.ts';
import type { Target } from './native-modules.ts';

export interface PackedApp {
  readonly archive: string;
  readonly binary: string;
  /** The path of the license list, whether or not it exists. */
  readonly licenses: string;
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
      return {
        archive,
        binary: binaries.find(existsSync) ?? framework,
        licenses: join(archive, '..', basename(LICENSES)),
        target: targetOf(file.split(sep)[0] ?? ''),
      };
    });
}
