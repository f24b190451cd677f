// The log and the diagnostics contain no secrets, and the diagnostics no names.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSupportHandlers } from '../../src/main/electron/support.ts';
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
  it('contain versions, counts and states, and no name of the seller', async () => {
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
      ],
      settings: { parallelSends: 6, keepSending: false, tray: true, currencies: [{ id: 2, name: 'USD' }] },
      notices: [],
    } as unknown as Frame;
    const network = { proxyOfEnvironment: true, proxiesOfSystem: null, certificates: null };
    let copied = '';
    const handlers = createSupportHandlers({
      logFolder: '',
      frame: () => frame,
      keyStore: () => 'gnome_libsecret',
      network: () => network,
      openFolder: async () => ({ ok: true, value: undefined }),
      copy: async (text) => {
        copied = text;
      },
    });
    await handlers['support.copyDiagnostics'](undefined);
    expect(JSON.parse(copied)).toMatchObject({
      version: '1.2.3',
      keyStore: 'gnome_libsecret',
      network,
      stores: [{ practice: false, signedIn: true, workOffline: true, waiting: 3, attention: 1 }],
    });
    expect(copied).not.toMatch(/mara/i);
  });
});
