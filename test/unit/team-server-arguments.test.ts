// The command line of the team server: what it takes, and what it says of a wrong one.
import { expect, it } from 'vitest';
import { readArguments, UsageError } from '../../tools/team-server/arguments.ts';

const read = (...args: string[]) => readArguments(args);

it('reads commands, ports and hosts', () => {
  expect(read('invite', 'Anna’s laptop', '--dir', 'x')).toMatchObject({ command: 'invite', name: 'Anna’s laptop' });
  expect(read('--dir', 'x', '--port', '0')).toMatchObject({ command: 'start', port: 0, relayPort: undefined });
  expect(read('setup', '--dir', 'x', '--host', 'a.example', '--host', '10.0.0.2').hosts).toEqual([
    'a.example',
    '10.0.0.2',
  ]);
  expect(read('--help')).toMatchObject({ help: true });
});

it.each([
  [['frobnicate', '--dir', 'x'], 'frobnicate'],
  [['invite', '--dir', 'x'], 'name'],
  [['invite', 'Anna', 'Berg', '--dir', 'x'], 'Berg'],
  [['status', 'Anna', '--dir', 'x'], 'Anna'],
  [[], '--dir'],
  [['--dir', 'x', '--port', '70000'], '--port'],
  [['--dir', 'x', '--host', 'a b'], '--host'],
  [['--dir', 'x', '--public-url', 'hooks'], '--public-url'],
  [['--dri', 'x'], '--dri'],
])('names what is wrong in %j', (args, problem) => {
  expect(() => read(...args)).toThrow(problem);
  expect(() => read(...args)).toThrow(UsageError);
});
