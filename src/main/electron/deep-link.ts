// Links to a screen of the app: storefront-desk://products, …/links/<id>, …/sync/history and so on. They come from any program
// and any web page, so they show a screen and can do nothing else.
import { z } from 'zod';
import { LINK_SCHEME } from './names.ts';

/** In characters. */
const LIMIT = 200;

/** A local id (UUIDv7). */
const localId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const SCREENS = ['products', 'links', 'sales', 'webhook', 'sync', 'settings'] as const;

/** Path segments. Nothing is decoded, so any other spelling is invalid. */
const placeSchema = z.union([
  z.tuple([z.enum(SCREENS)]),
  z.tuple([z.enum(['products', 'links', 'sync']), localId]),
  z.tuple([z.literal('sync'), z.literal('history')]),
  z.tuple([z.literal('links'), z.literal('import')]),
  z.tuple([z.literal('links'), z.literal('import'), localId]),
]);

const linkSchema = z
  .string()
  .max(LIMIT)
  .startsWith(`${LINK_SCHEME}://`)
  .transform((link) =>
    link
      .slice(LINK_SCHEME.length + 3)
      // Some systems add a slash after the host.
      .replace(/\/$/, '')
      .split('/'),
  )
  .pipe(placeSchema);

/** Whether an argument has the scheme of such a link; it may still be invalid. */
export const isLink = (text: string): boolean =>
  text.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`;

/** Such as "#/sync/history"; null for an invalid link. */
export function screenOf(link: string): string | null {
  const place = linkSchema.safeParse(link);
  return place.success ? `#/${place.data.join('/')}` : null;
}

/** For the log: the screen of a refused link and its length. The rest may contain anything. */
export function linkForLog(link: string): string {
  const screen = SCREENS.find((name) => link.startsWith(`${LINK_SCHEME}://${name}`));
  return `${LINK_SCHEME}://${screen ?? ''}…, ${link.length} characters`;
}
