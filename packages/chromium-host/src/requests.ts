// Decides what a request of any page may do: pages that the app did not open get nothing, and navigations are asked for.
import type { BrowserContext, Frame, Page, Request } from 'playwright';
import { BrowserWindow } from './browser-window.ts';
import { answerRoute, forApp } from './own-scheme.ts';
import { applyPermissions } from './permissions.ts';
import type { WebContents } from './web-contents.ts';
import { resourceTypeOf } from './web-request.ts';

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

async function allows(request: Request): Promise<boolean> {
  const frame = frameOf(request);
  const contents = frame && owner(frame.page());
  if (!contents) return false;
  const url = forApp(request.url());
  const isMainFrame = !frame.parentFrame();
  if (request.isNavigationRequest() && !contents.allowsNavigation(url, isMainFrame)) return false;
  const isAllowed = await contents.session.webRequest.allows({
    ...{ url, method: request.method(), webContentsId: contents.id },
    resourceType: resourceTypeOf(request.resourceType(), isMainFrame),
  });
  if (isAllowed && request.isNavigationRequest() && isMainFrame && contents.live) {
    await applyPermissions(contents.live, contents, url);
  }
  return isAllowed;
}

/** Watches a new Chromium: closes the pages that links and `window.open` make, and asks before navigating. */
export async function watchRequests(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    const url = forApp(route.request().url());
    const isAllowed = await allows(route.request()).catch((error: unknown) => {
      console.error(`[host] the app could not be asked about ${url}:`, error);
      return false;
    });
    if (!isAllowed) await route.abort('aborted');
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
