// A fake Electron distribution to package an app with: its binary has the fuses, and runs the app on the Chromium host.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/launch/project.ts';

/** Marks the fuses in Electron's binary; see @electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** `exec` replaces the shell, so it never reads the bytes of the fuses that follow. */
const START = [
  '#!/bin/sh',
  `exec '${process.execPath}' --import '${join(root, 'node_modules/tsx/dist/esm/index.mjs')}' \\`,
  `  '${join(import.meta.dirname, 'run-packed.ts')}' "$(dirname "$0")/resources/app.asar" "$@"`,
  '',
].join('\n');

/**
 * @param fuses one digit per fuse, in the order of their numbers: 1 is on
 * @returns the path of the binary
 */
export function writeElectronStandIn(folder: string, fuses: string): string {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const wire = [Buffer.from(SENTINEL), Buffer.from([1, fuses.length]), Buffer.from(fuses)];
  const binary = join(folder, 'electron');
  writeFileSync(binary, Buffer.concat([Buffer.from(START), Buffer.alloc(64), ...wire, Buffer.alloc(64)]), {
    mode: 0o755,
  });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version', 'locales/en-US.pak']) {
    writeFileSync(join(folder, name), '');
  }
  return binary;
}
