// The log and the diagnostics contain no secrets, and the diagnostics no names.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnosticsText, type NetworkFacts, withoutNames } from '../../src/main/app/diagnostics.ts';
import { hideAllSecrets } from '../../src/main/service/outcome.ts';
import type { Frame } from '../../src/shared/contract/app.ts';

describe('a log line', () => {
  it.each([
    ['Authorization: Bearer abc.def-123_x==', 'Authorization: Bearer (hidden)'],
    ['{"authorization":"bearer abc"}', '{"authorization":"bearer (hidden)"}'],
    ['{"access_token":"abc","expires_in":60}', '{"access_token":"(hidden)","expires_in":60}'],
    ["{ refresh_token: 'abc' }", "{ refresh_token: '(hidden)' }"],
    ['password=geheim&email=m', 'password=(hidden)&email=m'],
    ['{"Webhook-Key":["0123abc"]}', '{"Webhook-Key":["(hidden)"]}'],
    ['after_sell_webhook_key: 0123abc, more', 'after_sell_webhook_key: (hidden), more'],
    ['Basic bWFyYTpnZWhlaW0=', 'Basic (hidden)'],
    ['The keyboard and the bearer of news', 'The keyboard and the bearer (hidden) news'],
    ['Nothing to hide: 12 links', 'Nothing to hide: 12 links'],
  ])('"%s" becomes "%s"', (line, shown) => expect(hideAllSecrets(line, [])).toBe(shown));

  it('never shows a known secret, however it is encoded in JSON', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, maxLength: 70 }), fc.string(), fc.string(), (secret, before, after) => {
        // A secret made of the mask's own letters cannot be distinguished from it.
        fc.pre(!'(hidden)'.includes(secret) && !(before + after).includes(secret));
        const line = `${before} ${JSON.stringify({ echo: secret })} ${secret} ${after}`;
        const shown = hideAllSecrets(line, [secret]);
        expect(shown.replaceAll('(hidden)', '')).not.toContain(secret);
      }),
    );
  });
});

describe('the diagnostics', () => {
  const frame = {
    version: '1.2.3',
    platform: 'linux',
    dataFolder: '/home/mara/.config/desk',
    stores: [
      {
        name: 'Mara’s studio',
        email: 'mara@shop.example',
        practice: false,
        signedIn: true,
        workOffline: true,
        waiting: 3,
        attention: 1,
      },
      {
        name: 'Practice store',
        email: 'p@x.example',
        practice: true,
        signedIn: false,
        workOffline: false,
        waiting: 0,
        attention: 0,
      },
    ],
    settings: { parallelSends: 6, appearance: 'dark', currencies: [{ id: 2, name: 'USD' }] },
    notices: [],
  } as unknown as Frame;
  const machine = {
    versions: { node: '20.19.0', electron: '45.4.1' },
    system: 'Linux 6 x64',
    keyStore: 'gnome_libsecret',
    network: { inEnvironment: true, ofSystem: null, certificates: null },
    home: '/home/mara',
    lines: [
      '2026 error Set aside /home/mara/.config/desk/stores.json',
      'sent to https://shop.example/api?x=1 for "Logo design"',
    ],
  };

  it('contain versions, counts and states, and no name of the seller', () => {
    const text = diagnosticsText(frame, machine, new Date(0));
    expect(text.split('\n')).toEqual([
      'Storefront Desk 1.2.3',
      'made 1970-01-01T00:00:00.000Z',
      'system: Linux 6 x64',
      'versions: node 20.19.0, electron 45.4.1',
      'key store: gnome_libsecret',
      'network: proxy of the environment; more certificates: not read',
      'settings: 6 parallel sends, dark look, currencies 2',
      'notices shown: 0',
      'store 1: signed in, works offline; 3 waiting, 1 need attention',
      'practice store 2: signed out; 0 waiting, 0 need attention',
      '',
      'last lines of the log:',
      '2026 error Set aside ~/.config/desk/stores.json',
      'sent to (address) for “…”',
      '',
    ]);
  });

  it.each<[NetworkFacts, string]>([
    [
      { inEnvironment: false, ofSystem: ['http', 'direct'], certificates: { system: 12, extra: 1 } },
      'network: proxy of the system: http, direct; more certificates: 12 of the system, 1 of NODE_EXTRA_CA_CERTS',
    ],
    [
      { inEnvironment: false, ofSystem: null, certificates: null },
      'network: proxy of nobody: the system was not asked; more certificates: not read',
    ],
    [
      { inEnvironment: false, ofSystem: [], certificates: null },
      'network: proxy of the system: no answer; more certificates: not read',
    ],
  ])('contain the kinds of proxies and the number of certificates: %j', (network, line) => {
    expect(diagnosticsText(frame, { ...machine, network }, new Date(0)).split('\n')).toContain(line);
  });

  it.each([
    ['mail to mara@shop.example failed', 'mail to (email) failed'],
    ['the title “Logo design” is gone', 'the title “…” is gone'],
    ['{"title":"Logo \\"x\\" design"}', '{“…”:“…”}'],
    ['http://127.0.0.1:4010/api refused', '(address) refused'],
  ])('show "%s" as "%s"', (line, shown) => expect(withoutNames(line, '/home/mara')).toBe(shown));
});
