// Checks the fuses of a packed app's binary, which seal it for good.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { FUSES } from './config.ts';

/** The archives of the packed apps in electron-builder's output folder. */
const archivesIn = (output: string): string[] =>
  readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'app.asar')
    .map((file) => join(output, file));

function binaryOf(archive: string): string {
  const above = join(archive, '../..');
  // macOS: Name.app/Contents/Resources/app.asar, and the fuses are in the framework.
  const framework = join(above, 'Frameworks/Electron Framework.framework/Electron Framework');
  return [join(above, 'Storefront Desk.exe'), join(above, 'storefront-desk')].find(existsSync) ?? framework;
}

/** One sentence for each wrong fuse. Rejects if the file is not an Electron binary. */
async function wrongFuses(binary: string): Promise<string[]> {
  const wire = (await getCurrentFuseWire(binary)) as unknown as Record<number, number>;
  return Object.entries(FUSES).flatMap(([name, wanted]) => {
    const option = `${name[0]?.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options;
    const isOn = wire[FuseV1Options[option]] === '1'.charCodeAt(0);
    return isOn === wanted ? [] : [`The fuse ${name} should be ${wanted ? 'on' : 'off'}.`];
  });
}

/** Prints the problems of each packed app; returns their number. */
export async function checkPackages(output: string): Promise<number> {
  const archives = archivesIn(output);
  if (archives.length === 0) throw new Error(`No packed app was found in ${output}.`);
  let wrong = 0;
  for (const archive of archives) {
    const problems = await wrongFuses(binaryOf(archive));
    console.log(archive);
    for (const problem of problems) console.error(`  ${problem}`);
    wrong += problems.length;
  }
  return wrong;
}
