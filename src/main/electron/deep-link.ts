// Links to a screen of the app: storefront-desk://products, …/links/<id>, …/sync/history and so on. They come from any program
// and any web page, so they show a screen and can do nothing else.
import { z } from 'zod';
import { LINK_SCHEME } from './names.ts';

/** Characters; the longest link that leads somewhere is shorter. */
const LIMIT = 200;

/** The id of something on this computer (UUIDv7). */
const localId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const SCREENS = ['products', 'links', 'webhook', 'sync', 'settings'] as const;

/** What stands between the slashes. Nothing is decoded, so what is written in another way is no link of the app. */
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
      // Some systems put a slash behind what they take for a host.
      .replace(/\/$/, '')
      .split('/'),
  )
  .pipe(placeSchema);

/** Whether an argument of the command line is meant as such a link, be it a good one or not. */
export const isLink = (text: string): boolean =>
  text.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`;

/** The address of the screen, such as "#/sync/history"; null for what leads nowhere. */
export function screenOf(link: string): string | null {
  const place = linkSchema.safeParse(link);
  return place.success ? `#/${place.data.join('/')}` : null;
}

/** A refused link for the log: which screen it begins with, if it is one, and how long it is. The rest may hold anything. */
export function linkForLog(link: string): string {
  const screen = SCREENS.find((name) => link.startsWith(`${LINK_SCHEME}://${name}`));
  return `${LINK_SCHEME}://${screen ?? ''}…, ${link.length} characters`;
}
