// Finds the packed apps that electron-builder left behind: each an archive, and the binary that opens it.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface PackedApp {
  readonly archive: string;
  readonly binary: string;
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
      return { archive, binary: binaries.find(existsSync) ?? framework };
    });
}
