// The arguments of the team server's command line.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeOf } from './ports.ts';
import type { TeamNode } from './team-folder.ts';

export const HELP = `Shares the catalog and webhooks of a team's computers, on this machine.

Usage: npm run team-server -- --dir DIR [options]        sets up on first use, and starts
       npm run team-server -- invite NAME --dir DIR      prints the invite for one computer, as its last line
       npm run team-server -- revoke NAME --dir DIR      disconnects it for good
       npm run team-server -- list --dir DIR
       npm run team-server -- status --dir DIR
       npm run team-server -- setup --dir DIR --host NAME | --node ...    writes all files, for containers or a cluster;
                                                         once the servers run, a second time creates their streams

  --dir DIR            where the team's keys and data are; back it up, and keep it secret
  --port PORT          of nats-server (default: the one it had, or 4222; 0 takes any free one)
  --relay-port PORT    of the relay (default: the one it had, or 8480; 0 takes any free one)
  --nats-server PATH   the program (default: STOREFRONT_NATS_SERVER, else found on the PATH)
  --host NAME          the name under which other computers reach this machine; they may connect then
  --relay-host ADDRESS the relay listens on (default 127.0.0.1, for a proxy on this machine)
  --public-url URL     the address under which the internet reaches the relay, for example https://hooks.example.com
  --node NODE          a node of a cluster, as NAME=HOST[:PORT[:CLUSTER-PORT]]; once for each (setup only)
  --help               show this
`;

/** A wrong command line: shown with the help. */
export class UsageError extends Error {}

const COMMANDS = ['invite', 'revoke', 'list', 'status', 'setup'] as const;

export function readArguments() {
  const { values, positionals } = parse();
  const [command, name, ...more] = positionals;
  if (command !== undefined && !COMMANDS.includes(command as (typeof COMMANDS)[number])) {
    throw new UsageError(`There is no command "${command}".`);
  }
  const takesName = command === 'invite' || command === 'revoke';
  if (takesName && !name) throw new UsageError(`${command} takes the name of a computer.`);
  if (more.length > 0 || (!takesName && name !== undefined)) {
    throw new UsageError(`"${more[0] ?? name}" is too much. Put a name with spaces in quotation marks.`);
  }
  if (!values.help && !values.dir) throw new UsageError('--dir must name a folder.');
  const options = optionsOf(values);
  checkCombination(command, options);
  return {
    ...values,
    command: command as (typeof COMMANDS)[number] | undefined,
    name: name ?? '',
    folder: resolve(values.dir ?? '.'),
    ...options,
  };
}

const optionsOf = (values: ReturnType<typeof parse>['values']) => ({
  port: portOf(values.port, '--port'),
  relayPort: portOf(values['relay-port'], '--relay-port'),
  host: hostOf(values.host, '--host'),
  relayHost: hostOf(values['relay-host'], '--relay-host'),
  publicUrl: publicUrlOf(values['public-url']),
  nodes: nodesOf(values.node ?? []),
});

function checkCombination(command: string | undefined, { nodes, port, relayPort, host }: ReturnType<typeof optionsOf>) {
  if (command !== 'setup') {
    if (nodes.length > 0) throw new UsageError('--node is for setup.');
    return;
  }
  if (nodes.length > 0 && (host !== undefined || port !== undefined))
    throw new UsageError('With --node, give each node its host and port there: --node n1=nats1.example.com:4222.');
  // It runs elsewhere, where nothing chooses a free one.
  if (port === 0 || relayPort === 0) throw new UsageError('setup takes no port 0.');
}

function nodesOf(texts: readonly string[]): TeamNode[] {
  const nodes = texts.map((text) => {
    const node = nodeOf(text);
    if (!node)
      throw new UsageError(`--node must be like n1=nats1.example.com or n1=10.0.0.1:4222:6222, not "${text}".`);
    return node;
  });
  if (nodes.length !== 0 && nodes.length < 3) throw new UsageError('A cluster has at least three nodes.');
  if (new Set(nodes.map(({ name }) => name)).size < nodes.length) throw new UsageError('Two nodes have the same name.');
  return nodes;
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        dir: { type: 'string' },
        port: { type: 'string' },
        'relay-port': { type: 'string' },
        'nats-server': { type: 'string' },
        host: { type: 'string' },
        'relay-host': { type: 'string' },
        'public-url': { type: 'string' },
        node: { type: 'string', multiple: true },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function portOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new UsageError(`${option} must be a whole number from 0 to 65535, not "${text}".`);
  }
  return Number(text);
}

function hostOf(text: string | undefined, option: string): string | undefined {
  if (text === undefined || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text)) return text;
  throw new UsageError(`${option} must be a host name or an IPv4 address, not "${text}".`);
}

function publicUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/+$/, '');
  throw new UsageError(`--public-url must be an address like https://hooks.example.com, not "${text}".`);
}

export type Arguments = ReturnType<typeof readArguments>;
