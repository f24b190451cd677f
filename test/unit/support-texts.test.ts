// The diagnostics contain no secrets and no names.
import { describe, expect, it } from 'vitest';
import { createSupportHandlers } from '../../src/main/electron/support.ts';
import type { Frame } from '../../src/shared/contract/app.ts';

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
