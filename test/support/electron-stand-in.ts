// Files such as Electron's download has them, with a binary that holds nothing but fuses: enough to pack an app with.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Marks the fuses in Electron's binary; see @electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * @param fuses a digit a fuse, in the order of their numbers: 1 is on
 * @returns the path of the binary
 */
export function writeElectronStandIn(folder: string, fuses: string): string {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const wire = [Buffer.from(SENTINEL), Buffer.from([1, fuses.length]), Buffer.from(fuses)];
  const binary = join(folder, 'electron');
  writeFileSync(binary, Buffer.concat([Buffer.alloc(64), ...wire, Buffer.alloc(64)]), { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version', 'locales/en-US.pak']) {
    writeFileSync(join(folder, name), '');
  }
  return binary;
}
