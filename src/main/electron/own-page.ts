// The app's own page: under which address it is served, and who counts as that page.
import { join } from 'node:path';
import { app, protocol, type WebFrameMain } from 'electron';
import { APP_SCHEME, APP_URL, answerPageRequest } from './page-files.ts';

const RENDERER_FOLDER = join(import.meta.dirname, '../renderer');

/** Where electron-vite serves the page while it is developed; never in a packaged app. */
export const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;
export const ownUrl = devServer ?? APP_URL;

/** To be called before the app is ready: the scheme has an origin of its own and counts as secure. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true } }]);
}

/** To be called once the app is ready, before a window opens. */
export function serveAppScheme(): void {
  protocol.handle(APP_SCHEME, (request) => answerPageRequest(request, RENDERER_FOLDER));
}

export const isOwnUrl = (url: string): boolean => url.split('#')[0]?.replace(/\/$/, '') === ownUrl.replace(/\/$/, '');

/** The app's own top frame, and nothing else, may call the main process. */
export const isOwnFrame = (frame: WebFrameMain | null): boolean =>
  frame !== null && frame.parent === null && isOwnUrl(frame.url);
