// Decides what a request of any page may do: pages that the app did not open get nothing, and navigations are asked for.
import type { BrowserContext, Frame, Page, Request } from 'playwright';
import { BrowserWindow } from './browser-window.ts';
import { answerRoute, forApp } from './own-scheme.ts';
import { defaultSession } from './session.ts';
import type { WebContents } from './web-contents.ts';

function owner(page: Page): WebContents | undefined {
  return BrowserWindow.getAllWindows().find((window) => window.webContents.live?.page === page)?.webContents;
}

function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined; // The first request of a page that Chromium just opened.
  }
}

function allows(request: Request): boolean {
  const frame = frameOf(request);
  const contents = frame && owner(frame.page());
  if (!contents) return false;
  const url = forApp(request.url());
  if (request.isNavigationRequest() && !contents.allowsNavigation(url, !frame.parentFrame())) return false;
  return defaultSession.allows({ url, method: request.method(), resourceType: request.resourceType() });
}

/** Watches a new Chromium: closes the pages that links and `window.open` make, and asks before navigating. */
export async function watchRequests(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    if (!allows(route.request())) await route.abort('aborted');
    else if (!(await answerRoute(route))) await route.continue();
  });
  context.on('page', (page) => {
    // A window's own page is made by us; whoever else opens one is not wanted. The app was told by `popup`.
    void page
      .opener()
      .then((opener) => (opener ? page.close() : undefined))
      .catch(() => {});
  });
}
