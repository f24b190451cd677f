// Deep links open known screens only, and only if they are spelled exactly.
import { expect, it } from 'vitest';
import { screenOf } from '../../src/main/electron/command-line.ts';

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
