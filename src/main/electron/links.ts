// Links to a screen of the app: storefront-desk://products, …/links/<id>, …/sync/history and so on. They come from any program
// and any web page, so they show a screen and can do nothing else.
import { app } from 'electron';
import { z } from 'zod';
import { note } from './log.ts';
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

/** Such as "#/sync/history"; null for an invalid link. */
export function screenOf(link: string): string | null {
  const place = linkSchema.safeParse(link);
  return place.success ? `#/${place.data.join('/')}` : null;
}

export interface LinkActs {
  /** Shows the screen in front; asks first where input is unsaved. */
  show(to: string): void;
  /** The link was invalid. */
  refused(): void;
}

/** Links that arrived before the app was ready. */
const pending: string[] = [];
let acts: LinkActs | null = null;

/** Call before the app is ready. A packaged app registers itself for such links. */
export function listenForLinks(): void {
  // macOS; elsewhere they are arguments of a start.
  app.on('open-url', (event, link) => {
    event.preventDefault();
    openLink(link);
  });
  if (app.isPackaged) void app.whenReady().then(() => app.setAsDefaultProtocolClient(LINK_SCHEME));
}

/** Call when the window is open. */
export function beginLinks(given: LinkActs): void {
  acts = given;
  for (const link of pending.splice(0)) openLink(link);
}

export function openLink(link: string): void {
  if (!acts) {
    pending.push(link);
    return;
  }
  const to = screenOf(link);
  if (to !== null) acts.show(to);
  else {
    // It may contain anything.
    note(`A link was refused, of ${link.length} characters`);
    acts.refused();
  }
}
