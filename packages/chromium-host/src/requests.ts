// Decides which requests go out: none from pages that the app did not open, and others only if the app agrees.
import type { BrowserContext, Frame, Page, Request } from 'playwright';
import { BrowserWindow } from './browser-window.ts';
import { NotCovered, preventable } from './objects.ts';
import { answerRoute, forApp } from './own-scheme.ts';
import { defaultSession } from './session.ts';

const ownerOf = (page: Page) =>
  BrowserWindow.getAllWindows().find(({ webContents }) => webContents.live?.page === page)?.webContents;

function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined; // The first request of a page that Chromium just opened.
  }
}

async function allows(request: Request): Promise<boolean> {
  const frame = frameOf(request);
  const contents = frame && ownerOf(frame.page());
  if (!contents) return false;
  const url = forApp(request.url());
  if (request.isNavigationRequest() && !contents.allowsNavigation(url, !frame.parentFrame())) return false;
  return defaultSession.allows(url);
}

/** Watches a new Chromium: asks before each request, and closes pages opened by links and `window.open`. */
export async function watchRequests(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    const isAllowed = await allows(route.request()).catch((error: unknown) => {
      console.error(`[host] the app could not be asked about ${forApp(route.request().url())}:`, error);
      return false;
    });
    if (!isAllowed) await route.abort('aborted').catch(() => {});
    else if (!(await answerRoute(route))) await route.continue();
  });
  context.on('page', (page) => {
    // The host's own pages open blank. Any other page is closed: a popup, a dropped file, a link opened with Ctrl.
    void page
      .opener()
      .then((opener) => (opener || page.url() !== 'about:blank' ? page.close() : undefined))
      .catch(() => {});
  });
}

/** No download is ever saved here. */
export function watchDownloads(page: Page): void {
  page.on('download', (download) => {
    const event = preventable();
    defaultSession.emit('will-download', event);
    void download.cancel();
    if (!event.defaultPrevented) console.error(new NotCovered('a download that the app lets happen').message);
  });
}
