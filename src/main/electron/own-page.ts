// The address of the app's own page, and the check that a frame is that page.
import { app, type WebFrameMain } from 'electron';
import { LANGUAGE_PARAMETER, languageInUse } from '../../shared/texts/catalog.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../shared/texts/languages.ts';
import { APP_URL } from './page-files.ts';

/** Used only in an app that `npm run dev` has started, because the page at electron-vite's address gets the app's bridge. */
const isDevelopment = !app.isPackaged && process.env.STOREFRONT_DEV === '1';
export const devServer = isDevelopment ? process.env.ELECTRON_RENDERER_URL : undefined;
const ownUrl = devServer ?? APP_URL;

/** The address of the page in a language, at a screen such as "#/sync". */
export const pageUrl = (language: Language, screen = ''): string =>
  `${ownUrl}${language === DEFAULT_LANGUAGE ? '' : `?${LANGUAGE_PARAMETER}=${language}`}${screen}`;

/** Whether the page at this address has its texts in the language of the app. */
export const isInLanguageInUse = (url: string): boolean =>
  (new URL(url).searchParams.get(LANGUAGE_PARAMETER) ?? DEFAULT_LANGUAGE) === languageInUse();

const LANGUAGE_QUERY = new RegExp(`\\?${LANGUAGE_PARAMETER}=[A-Za-z-]{2,10}$`);

export const isOwnUrl = (url: string): boolean =>
  url.split('#')[0]?.replace(LANGUAGE_QUERY, '').replace(/\/$/, '') === ownUrl.replace(/\/$/, '');

/** The app's own top frame, and nothing else, may call the main process. */
export const isOwnFrame = (frame: WebFrameMain | null): boolean =>
  frame !== null && frame.parent === null && isOwnUrl(frame.url);
