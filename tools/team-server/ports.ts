// Chooses the addresses of a team server: those asked for, those it had, or free ones.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Network, Team, TeamNode } from './team-folder.ts';
import { TeamServerError } from './team-folder.ts';

export interface PortWishes {
  /** 0: the one it had, or any free one. Unless given: the one it had, or 4222. */
  readonly port?: number | undefined;
  /** The same, or 8480. */
  readonly relayPort?: number | undefined;
  /** The name under which computers on other machines reach it; those may connect then. */
  readonly host?: string | undefined;
  /** The address that the relay listens on; 127.0.0.1 unless a balancer on another machine stands in front of it. */
  readonly relayHost?: string | undefined;
  /** Under which the internet reaches the relay. */
  readonly publicUrl?: string | undefined;
  /** How many servers to run on this machine, as a cluster; for tests. */
  readonly nodes?: number | undefined;
}

/** Throws if a port is in use. */
export async function choosePorts(present: Team | null, wishes: PortWishes): Promise<Network> {
  const taken = new Set<number>();
  const pick = async (
    wish: number | undefined,
    had: number | undefined,
    usual: number,
    option: string,
  ): Promise<number> => {
    const port = wish === 0 ? had : (wish ?? had ?? usual);
    if (port !== undefined && !taken.has(port) && (await isFree(port))) {
      taken.add(port);
      return port;
    }
    if (wish !== 0)
      throw new TeamServerError(
        `Port ${port} is in use. Stop what uses it, or choose another one with ${option}, or ${option} 0.`,
      );
    for (;;) {
      const free = await freePort();
      if (taken.has(free)) continue;
      taken.add(free);
      return free;
    }
  };
  const isPublic = wishes.host !== undefined || (present?.isPublic ?? false);
  const names =
    present?.nodes.map(({ name }) => name) ?? Array.from({ length: wishes.nodes ?? 1 }, (_, index) => `n${index + 1}`);
  const nodes: TeamNode[] = [];
  for (const [index, name] of names.entries()) {
    const had = present?.nodes[index];
    const host = wishes.host ?? had?.host ?? '127.0.0.1';
    // Further nodes on one machine have ports of their own.
    const port = await pick(index === 0 ? wishes.port : 0, had?.port, 4222, '--port');
    const clusterPort =
      names.length === 1 ? (had?.clusterPort ?? 6222) : await pick(0, had?.clusterPort, 6222, '--port');
    nodes.push({ name, host, port, clusterPort });
  }
  return {
    nodes,
    isPublic,
    relay: {
      host: wishes.relayHost ?? present?.relay.host ?? '127.0.0.1',
      port: await pick(wishes.relayPort, present?.relay.port, 8480, '--relay-port'),
      publicUrl: wishes.publicUrl ?? present?.relay.publicUrl ?? null,
    },
  };
}

async function isFree(port: number): Promise<boolean> {
  // On all addresses, as another program may listen on one of them.
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const server = createServer().listen({ port, host, exclusive: true });
    try {
      await once(server, 'listening');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES') throw new TeamServerError(`This account may not use port ${port}. Choose one above 1023.`);
      return false;
    }
    server.close();
    await once(server, 'close');
  }
  return true;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** `NAME=HOST[:PORT[:CLUSTER-PORT]]`; null if it is not of this form. */
export function nodeOf(text: string): TeamNode | null {
  const read = /^([a-z0-9-]{1,40})=([A-Za-z0-9][A-Za-z0-9.-]{0,252})(?::(\d{1,5})(?::(\d{1,5}))?)?$/.exec(text);
  if (!read) return null;
  const [, name = '', host = '', port = '4222', clusterPort = '6222'] = read;
  const ports = [Number(port), Number(clusterPort)] as const;
  return ports.every((number) => number > 0 && number < 65_536)
    ? { name, host, port: ports[0], clusterPort: ports[1] }
    : null;
}
