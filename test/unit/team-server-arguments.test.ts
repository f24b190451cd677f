// The command line of the team server: what it takes, and what it says of a wrong one.
import { afterEach, expect, it } from 'vitest';
import { readArguments, UsageError } from '../../tools/team-server/arguments.ts';

const { argv } = process;
afterEach(() => {
  process.argv = argv;
});
function read(...args: string[]) {
  process.argv = ['node', 'cli.ts', ...args];
  return readArguments();
}
const NODES = ['n1=a', 'n2=b', 'n3=c'].flatMap((node) => ['--node', node]);

it('reads commands, ports and nodes', () => {
  const invite = ['invite', 'Anna’s laptop', '--dir', 'x'];
  expect(read(...invite)).toMatchObject({ command: 'invite', name: 'Anna’s laptop' });
  expect(read('--dir', 'x', '--port', '0')).toMatchObject({ command: undefined, port: 0, relayPort: undefined });
  expect(read('setup', '--dir', 'x', ...NODES).nodes.map(({ name }) => name)).toEqual(['n1', 'n2', 'n3']);
  expect(read('--help')).toMatchObject({ help: true });
});

it('names what is wrong', () => {
  const rows: [string[], string][] = [
    [['frobnicate', '--dir', 'x'], 'frobnicate'],
    [['invite', '--dir', 'x'], 'name'],
    [['invite', 'Anna', 'Berg', '--dir', 'x'], 'Berg'],
    [[], '--dir'],
    [['--dir', 'x', '--port', '70000'], '--port'],
    [['--dir', 'x', '--host', 'a b'], '--host'],
    [['--dir', 'x', '--public-url', 'hooks'], '--public-url'],
    [['setup', '--dir', 'x', '--node', 'n1'], '--node'],
    [['setup', '--dir', 'x', '--host', 'a', '--relay-port', '0'], 'port 0'],
    [['setup', '--dir', 'x', '--port', '5222', ...NODES], '--node'],
    [['--dir', 'x', ...NODES], '--node'],
    [['setup', '--dir', 'x', ...NODES.slice(0, 4)], 'three'],
    [['--dri', 'x'], '--dri'],
  ];
  for (const [args, problem] of rows) {
    expect(() => read(...args), args.join(' ')).toThrow(problem);
    expect(() => read(...args), args.join(' ')).toThrow(UsageError);
  }
});
