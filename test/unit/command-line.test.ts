// The command line: known arguments are validated, unknown ones are ignored. A link opens a known screen, if it is
// spelled exactly.
import { describe, expect, it } from 'vitest';
import { readCommandLine, screenOf } from '../../src/main/electron/command-line.ts';

const NOTHING = { userDataDir: null, practice: false, link: null };

describe('the command line', () => {
  it.each([
    [[], {}],
    [['--practice'], { practice: true }],
    [['--user-data-dir=/tmp/a b'], { userDataDir: '/tmp/a b' }],
    [['--user-data-dir=/a', '--user-data-dir=/b=c'], { userDataDir: '/b=c' }],
    [['--remote-debugging-port=0'], {}],
    [['storefront-desk://sync'], { link: 'storefront-desk://sync' }],
    [['storefront-desk:rubbish', 'storefront-desk://sync'], { link: 'storefront-desk:rubbish' }],
    [['--no-sandbox', '--ozone-platform=wayland', '/some/file', '-psn_0_1'], {}],
    [['--practic', '--Practice', '-practice', '/practice', '--practice-', 'practice'], {}],
    [['--practice', 'storefront-desk://sync'], { practice: true, link: 'storefront-desk://sync' }],
  ])('parses %j', (args, found) => {
    expect(readCommandLine(args)).toEqual({ ok: true, value: { ...NOTHING, ...found } });
  });

  it('ignores everything after a link, whose author may have written it', () => {
    expect(readCommandLine(['storefront-desk://sync', '--user-data-dir=/evil', '--practice'])).toEqual({
      ok: true,
      value: { ...NOTHING, link: 'storefront-desk://sync' },
    });
  });

  it.each([
    [['--user-data-dir']],
    [['--user-data-dir', '/home/mara/desk']],
    [['--user-data-dir=']],
    [['--user-data-dir=  ']],
    [['--user-data-dir=/a\0b']],
  ])('rejects %j, because the app could open the wrong data', (args) => {
    expect(readCommandLine(args)).toMatchObject({ problem: { message: expect.stringContaining('--user-data-dir') } });
  });

  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'renderer-cmd-prefix', 'js-flags', 'use-mock-keychain'])(
    'refuses --%s in a package in any notation, before anything else is read',
    (name) => {
      for (const args of [[`-${name}=0`], ['--user-data-dir='], ['storefront-desk://sync', `--${name}`]]) {
        expect(readCommandLine(args, (given) => given === name)).toMatchObject({
          ok: false,
          problem: { message: `--${name} is not taken: it would let another program into this app.` },
        });
      }
    },
  );

  it('accepts Chromium’s harmless switches in a package', () => {
    const given = ['no-sandbox', 'ozone-platform', 'user-data-dir', 'proxy-server', 'host-resolver-rules'];
    expect(readCommandLine([], (name) => given.includes(name))).toEqual({ ok: true, value: NOTHING });
  });
});

const ID = '01920000-0000-7000-8000-00000000abcd';

it.each([
  ['storefront-desk://products', '#/products'],
  ['storefront-desk://settings/', '#/settings'],
  [`storefront-desk://products/${ID}`, `#/products/${ID}`],
  [`storefront-desk://links/${ID}`, `#/links/${ID}`],
  ['storefront-desk://links/import', '#/links/import'],
  [`storefront-desk://links/import/${ID}`, `#/links/import/${ID}`],
  ['storefront-desk://webhook', '#/webhook'],
  ['storefront-desk://sync/history', '#/sync/history'],
  [`storefront-desk://sync/${ID}`, `#/sync/${ID}`],
])('%s leads to %s', (link, screen) => expect(screenOf(link)).toBe(screen));

it.each([
  ['storefront-desk://', 'no screen'],
  ['storefront-desk:products', 'no slashes'],
  ['https://products', 'another scheme'],
  ['STOREFRONT-DESK://products', 'another spelling'],
  ['storefront-desk://%70roducts', 'an encoded letter'],
  ['storefront-desk://products//', 'an empty part'],
  ['storefront-desk://products/../settings', 'a parent folder'],
  ['storefront-desk://products/constructor', 'not an id'],
  [`storefront-desk://products/${ID}/delete`, 'a change'],
  ['storefront-desk://sync/now', 'a change'],
  ['storefront-desk://add-store', 'the sign-in screen'],
  ['storefront-desk://products?go=1', 'a query'],
  ['storefront-desk://products#/settings', 'a fragment'],
  ['storefront-desk://mara:word@products', 'credentials'],
  ['storefront-desk://products\n', 'a line end'],
  [`storefront-desk://products/${'a'.repeat(100_000)}`, 'too long'],
])('%.60j opens nothing: %s', (link) => expect(screenOf(link)).toBeNull());
