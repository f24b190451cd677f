// The command line: known arguments are validated, unknown ones are ignored.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../src/main/electron/command-line.ts';

const NOTHING = { userDataDir: null, practice: false, link: null, unknown: 0 };

describe('the command line', () => {
  it.each([
    [[], {}],
    [['--practice'], { practice: true }],
    [['--user-data-dir=/tmp/a b'], { userDataDir: '/tmp/a b' }],
    [['--user-data-dir=/a', '--user-data-dir=/b=c'], { userDataDir: '/b=c' }],
    [['--remote-debugging-port=0'], {}],
    [['storefront-desk://sync'], { link: 'storefront-desk://sync' }],
    [['storefront-desk:rubbish', 'storefront-desk://sync'], { link: 'storefront-desk:rubbish' }],
    [['--no-sandbox', '--ozone-platform=wayland', '/some/file', '-psn_0_1'], { unknown: 4 }],
    [['--practic', '--Practice', '-practice', '/practice', '--practice-', 'practice'], { unknown: 6 }],
    [['--constructor', '--__proto__=1', '--toString'], { unknown: 3 }],
    [['--practice', 'storefront-desk://sync'], { practice: true, link: 'storefront-desk://sync' }],
  ])('parses %j', (args, found) => {
    expect(readCommandLine(args)).toEqual({ ok: true, value: { ...NOTHING, ...found } });
  });

  it('ignores everything after a link, whose author may have written it', () => {
    expect(readCommandLine(['storefront-desk://sync', '--user-data-dir=/evil', '--practice'])).toEqual({
      ok: true,
      value: { ...NOTHING, link: 'storefront-desk://sync', unknown: 2 },
    });
  });

  it.each([
    [['--user-data-dir'], '--user-data-dir needs a folder, as in --user-data-dir=/home/mara/desk.'],
    [['--user-data-dir', '/home/mara/desk'], '--user-data-dir needs a folder, as in --user-data-dir=/home/mara/desk.'],
    [['--user-data-dir='], '--user-data-dir needs a folder, as in --user-data-dir=/home/mara/desk.'],
    [['--user-data-dir=  '], '--user-data-dir needs a folder, as in --user-data-dir=/home/mara/desk.'],
    [['--user-data-dir=/a\0b'], '--user-data-dir needs a folder whose name the system can take.'],
    [
      ['--remote-debugging-port=http'],
      '--remote-debugging-port needs a port number from 0 to 65535, as in --remote-debugging-port=9222.',
    ],
    [
      ['--remote-debugging-port=65536'],
      '--remote-debugging-port needs a port number from 0 to 65535, as in --remote-debugging-port=9222.',
    ],
    [['--practice=yes'], '--practice takes no value.'],
  ])('rejects %j with a message', (args, problem) => expect(readCommandLine(args)).toEqual({ ok: false, problem }));

  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'renderer-cmd-prefix', 'js-flags', 'use-mock-keychain'])(
    'refuses --%s in a package, however Chromium was given it, and before anything else is read',
    (name) => {
      for (const args of [[`-${name}=0`], ['--practice=yes'], ['storefront-desk://sync', `--${name}`]]) {
        expect(readCommandLine(args, (given) => given === name)).toEqual({
          ok: false,
          problem: `--${name} is not taken: it would let another program into this app.`,
        });
      }
    },
  );

  it('takes Chromium’s harmless switches in a package', () => {
    const given = ['no-sandbox', 'ozone-platform', 'user-data-dir', 'proxy-server', 'host-resolver-rules'];
    expect(readCommandLine([], (name) => given.includes(name))).toEqual({ ok: true, value: NOTHING });
  });

  it('never crashes, and finds nothing that was not given', () => {
    const arg = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(
          fc.constantFrom('--', '-', '/', '', '---'),
          fc.constantFrom('user-data-dir', 'practice', 'remote-debugging-port', 'inspect', 'headless', '__proto__'),
          fc.constantFrom('', '='),
          fc.string({ unit: 'binary' }),
        )
        .map((parts) => parts.join('')),
      fc.string().map((rest) => `storefront-desk:${rest}`),
    );
    fc.assert(
      fc.property(fc.array(arg), (args) => {
        const read = readCommandLine(args);
        if (!read.ok) {
          expect(read.problem).toMatch(/^--(user-data-dir|remote-debugging-port|practice) .+\.$/);
          return;
        }
        const { userDataDir, practice, link, unknown } = read.value;
        expect(userDataDir === null || args.includes(`--user-data-dir=${userDataDir}`)).toBe(true);
        expect(!practice || args.includes('--practice')).toBe(true);
        expect(link === null || args.includes(link)).toBe(true);
        expect(unknown).toBeLessThanOrEqual(args.length);
      }),
      { numRuns: 400 },
    );
  });
});
