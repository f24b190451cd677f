// Lets nats-server check a configuration in a node's folder.
import { execFileSync } from 'node:child_process';
import type { NatsServer } from './find-nats-server.ts';
import { TeamServerError } from './team-folder.ts';

/**
 * Throws with what nats-server says. `accounts.conf` is the same for all versions; the rest may be of a newer one than the program that
 * is at hand.
 */
export function checkConfig({ path }: NatsServer, nodeFolder: string, file: 'nats.conf' | 'accounts.conf'): void {
  try {
    execFileSync(path, ['-t', '-c', file], { cwd: nodeFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    throw new TeamServerError(`nats-server does not take its configuration: ${String(stderr ?? error).trim()}`);
  }
}
