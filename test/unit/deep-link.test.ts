// A link of the app opens a screen or does nothing.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isLink, linkForLog, screenOf } from '../../src/main/electron/deep-link.ts';

const { app, opened } = vi.hoisted(() => ({
  app: {
    isPackaged: true,
    on: vi.fn(),
    whenReady: () => Promise.resolve(),
    setAsDefaultProtocolClient: vi.fn(),
  },
  opened: [] as string[],
}));
vi.mock('electron', () => ({ default: {}, app }));

const ID = '01920000-0000-7000-8000-00000000abcd';

describe('a link', () => {
  it.each([
    ['storefront-desk://products', '#/products'],
    ['storefront-desk://products/', '#/products'],
    [`storefront-desk://products/${ID}`, `#/products/${ID}`],
    ['storefront-desk://links', '#/links'],
    [`storefront-desk://links/${ID}`, `#/links/${ID}`],
    ['storefront-desk://links/import', '#/links/import'],
    [`storefront-desk://links/import/${ID}`, `#/links/import/${ID}`],
    ['storefront-desk://webhook', '#/webhook'],
    ['storefront-desk://sync', '#/sync'],
    ['storefront-desk://sync/history', '#/sync/history'],
    [`storefront-desk://sync/${ID}`, `#/sync/${ID}`],
    ['storefront-desk://settings/', '#/settings'],
  ])('%s leads to %s', (link, screen) => expect(screenOf(link)).toBe(screen));

  it.each([
    ['', 'nothing'],
    ['storefront-desk:', 'no place'],
    ['storefront-desk://', 'no place'],
    ['storefront-desk:///products', 'no place'],
    ['storefront-desk:products', 'no slashes'],
    ['https://products', 'another scheme'],
    ['STOREFRONT-DESK://products', 'another spelling'],
    ['storefront-desk://Products', 'another spelling'],
    ['storefront-desk://%70roducts', 'an encoded letter'],
    ['storefront-desk://products//', 'an empty part'],
    ['storefront-desk://products/../settings', 'a way up'],
    ['storefront-desk://products/constructor', 'no id'],
    [`storefront-desk://products/${ID.toUpperCase()}`, 'an id in another spelling'],
    [`storefront-desk://products/${ID}/delete`, 'a change'],
    [`storefront-desk://webhook/${ID}`, 'a part too many'],
    ['storefront-desk://add-store', 'the sign-in'],
    ['storefront-desk://sync/now', 'a change'],
    ['storefront-desk://products?go=1', 'a query'],
    ['storefront-desk://products#/settings', 'a fragment'],
    ['storefront-desk://mara:word@products', 'credentials'],
    ['storefront-desk://products:80', 'a port'],
    [' storefront-desk://products', 'a space before'],
    ['storefront-desk://products\n', 'a line end'],
    [`storefront-desk://products/${'a'.repeat(100_000)}`, 'a great length'],
  ])('%.60j opens nothing: %s', (link) => expect(screenOf(link)).toBeNull());

  it('with any content opens a known screen by plain letters, or nothing', () => {
    const parts = fc.oneof(
      fc.constantFrom('products', 'links', 'import', 'sync', 'history', 'settings', ID, '..', '', '@', '?', '#', '%2e'),
      fc.string({ unit: 'binary' }),
    );
    const links = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom('storefront-desk://', 'Storefront-Desk://', 'storefront-desk:'), fc.array(parts))
        .map(([start, rest]) => start + rest.join('/')),
    );
    fc.assert(
      fc.property(links, (link) => {
        expect(screenOf(link) ?? '#/products').toMatch(
          /^#\/(products|links|webhook|sync|settings)(\/[0-9a-z-]+){0,2}$/,
        );
      }),
      { numRuns: 400 },
    );
  });

  it('is logged without its content', () => {
    expect(linkForLog('storefront-desk://webhook?key=abc')).toBe('storefront-desk://webhook…, 33 characters');
    expect(linkForLog('storefront-desk://mara:word@products')).toBe('storefront-desk://…, 36 characters');
    fc.assert(
      fc.property(fc.string(), (secret) => {
        expect(linkForLog(`storefront-desk://x${secret}`)).toMatch(/^storefront-desk:\/\/…, \d+ characters$/);
      }),
    );
  });

  it('is recognised among other arguments by its scheme, in any spelling', () => {
    expect(['storefront-desk://x', 'STOREFRONT-desk:x'].every(isLink)).toBe(true);
    expect(['storefront-desk', '--storefront-desk:', 'https://x', ''].some(isLink)).toBe(false);
  });
});

describe('links from the system', () => {
  it('wait until there is a window, and a packaged app registers for them', async () => {
    const { Links } = await import('../../src/main/electron/links.ts');
    const links = new Links();
    links.listen();
    await expect.poll(() => app.setAsDefaultProtocolClient.mock.calls).toEqual([['storefront-desk']]);
    const [event, openUrl] = app.on.mock.calls[0] as [string, (event: object, link: string) => void];
    expect(event).toBe('open-url');
    const preventDefault = vi.fn();
    openUrl({ preventDefault }, 'storefront-desk://sync');
    expect(preventDefault).toHaveBeenCalledOnce();
    links.open('storefront-desk://nowhere');
    expect(opened).toEqual([]);
    links.begin({ show: (to) => opened.push(to), refused: () => opened.push('refused') });
    links.open('storefront-desk://settings');
    expect(opened).toEqual(['#/sync', 'refused', '#/settings']);
  });
});
