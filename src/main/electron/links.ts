// Links to a screen of the app: storefront-desk://products, …/links/<id>, …/sync/history and so on. They come from any program
// and any web page, so they show a screen and can do nothing else.
import { app } from 'electron';
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

/** Returns a screen such as "#/sync/history"; null for an invalid link. */
export function screenOf(link: string): string | null {
  const place = linkSchema.safeParse(link);
  return place.success ? `#/${place.data.join('/')}` : null;
}

/** Call before the app is ready. A packaged app registers itself for such links. */
export function listenForLinks(open: (link: string) => void): void {
  // On macOS; elsewhere a link is an argument of a start.
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(link);
  });
  if (app.isPackaged) void app.whenReady().then(() => app.setAsDefaultProtocolClient(LINK_SCHEME));
}
