// Reads the fuses of a packaged binary and returns those that differ from the configuration.
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { FUSES } from './config.ts';

const ON = '1'.charCodeAt(0);

const wireName = (name: string): keyof typeof FuseV1Options =>
  `${name[0]?.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options;

/** One sentence per wrong fuse. Rejects when the file is no Electron binary. */
export async function wrongFuses(binary: string): Promise<string[]> {
  const wire = (await getCurrentFuseWire(binary)) as unknown as Record<number, number>;
  return Object.entries(FUSES).flatMap(([name, wanted]) =>
    (wire[FuseV1Options[wireName(name)]] === ON) === wanted
      ? []
      : [`The fuse ${name} is ${wanted ? 'off' : 'on'} and should be ${wanted ? 'on' : 'off'}.`],
  );
}
