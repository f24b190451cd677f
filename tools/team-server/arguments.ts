// The arguments of the team server's command line.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `Shares the catalog and webhooks of a team's computers, on this machine.

Usage: npm run team-server -- --dir DIR [options]        sets up on first use, and starts
       npm run team-server -- invite NAME --dir DIR      prints the invite for one computer, as its last line
       npm run team-server -- revoke NAME --dir DIR      disconnects it for good
       npm run team-server -- list --dir DIR
       npm run team-server -- status --dir DIR
       npm run team-server -- setup --dir DIR [options]  writes the files for servers in containers or of a cluster;
                                                         once those run, a second time creates their streams

  --dir DIR            where the team's keys and data are; back it up, and keep it secret
  --port PORT          of nats-server (default: the one it had, or 4222; 0 takes any free one)
  --relay-port PORT    of the relay (default: the one it had, or 8480; 0 takes any free one)
  --nats-server PATH   the program (default: STOREFRONT_NATS_SERVER, else found on the PATH)
  --host NAME          the name under which other computers reach this machine; they may connect then.
                       Once for each machine of a cluster
  --public-url URL     the address under which the internet reaches the relay, for example https://hooks.example.com
  --help               show this
`;

/** A wrong command line: shown with the help. */
export class UsageError extends Error {}

const COMMANDS = ['start', 'invite', 'revoke', 'list', 'status', 'setup'] as const;
type Command = (typeof COMMANDS)[number];

export function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const [command = 'start', name = '', ...more] = positionals;
  if (!COMMANDS.includes(command as Command)) throw new UsageError(`There is no command "${command}".`);
  const takesName = command === 'invite' || command === 'revoke';
  if (takesName && !name) throw new UsageError(`${command} takes the name of a computer.`);
  if (more.length > 0 || (!takesName && name)) {
    throw new UsageError(`"${more[0] ?? name}" is too much. Put a name with spaces in quotation marks.`);
  }
  if (!values.help && !values.dir) throw new UsageError('--dir must name a folder.');
  return {
    help: values.help,
    command: command as Command,
    name,
    folder: resolve(values.dir ?? '.'),
    natsServer: values['nats-server'],
    port: portOf(values.port, '--port'),
    relayPort: portOf(values['relay-port'], '--relay-port'),
    hosts: values.host?.map(hostOf),
    publicUrl: publicUrlOf(values['public-url']),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ dir: text, port: text, 'relay-port': text, 'nats-server': text, 'public-url': text },
        host: { ...text, multiple: true },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function portOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`${option} must be a whole number from 0 to 65535, not "${text}".`);
}

function hostOf(text: string): string {
  if (/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text)) return text;
  throw new UsageError(`--host must be a host name or an IPv4 address, not "${text}".`);
}

function publicUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/+$/, '');
  throw new UsageError(`--public-url must be an address like https://hooks.example.com, not "${text}".`);
}
