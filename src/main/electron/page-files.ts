// Serves the files of the built renderer, and nothing else, under a content security policy. The build uses the policy too.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const APP_SCHEME = 'app';
export const APP_URL = `${APP_SCHEME}://desk/index.html`;

const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  // Mantine writes its variables into style elements. A style runs no code, and cannot name anything remote.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** For the page's meta element, in case the page is opened by other means. Such an element may not have what the header adds. */
export const META_POLICY = DIRECTIVES.join('; ');

export const PAGE_HEADERS = {
  // The sandbox allows neither a new window nor a download.
  'Content-Security-Policy': `${META_POLICY}; frame-ancestors 'none'; sandbox allow-scripts allow-same-origin allow-forms allow-modals`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // An updated app must not show the files of the previous version.
  'Cache-Control': 'no-cache',
} as const;

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
/** The files of the build, by the names that it gives them. Nothing is decoded, so no spelling leads out of the folder. */
const FILE = /^\/((?:assets\/)?[\w-]+\.(html|js|css))$/;

const empty = (status: number): Response => new Response(null, { status, headers: PAGE_HEADERS });

/** @param folder the built renderer */
export async function answerPageRequest(
  { url, method }: Pick<Request, 'url' | 'method'>,
  folder: string,
): Promise<Response> {
  if (method !== 'GET') return empty(405);
  const { protocol, host, pathname } = new URL(URL.canParse(url) ? url : 'about:blank');
  const [, name = '', extension = ''] = FILE.exec(pathname === '/' ? '/index.html' : pathname) ?? [];
  const type = TYPES[extension];
  if (protocol !== `${APP_SCHEME}:` || host !== new URL(APP_URL).host || !type) return empty(404);
  try {
    const content = await readFile(join(folder, name));
    const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': String(content.byteLength) };
    return new Response(new Uint8Array(content), { headers: { ...PAGE_HEADERS, ...headers } });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty(404);
    throw error;
  }
}
