// Decides about requests of any page: pages that the app did not open get nothing, and navigations are checked.
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

/** Watches a new Chromium: closes pages opened by links and `window.open`, and asks before navigations. */
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
    // The host creates the windows' pages itself; any other new page is unwanted. `popup` has informed the app.
    void page
      .opener()
      .then((opener) => (opener ? page.close() : undefined))
      .catch(() => {});
  });
}
