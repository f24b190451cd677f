// Lets nats-server check the configuration in a node's folder.
import { execFileSync } from 'node:child_process';
import type { NatsServer } from './find-nats-server.ts';
import { TeamServerError } from './team-folder.ts';

/** Throws with what nats-server says. */
export function checkConfig({ path }: NatsServer, nodeFolder: string): void {
  try {
    execFileSync(path, ['-t', '-c', 'nats.conf'], { cwd: nodeFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    throw new TeamServerError(`nats-server does not take its configuration: ${String(stderr ?? error).trim()}`);
  }
}
