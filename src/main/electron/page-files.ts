// Serves the files of the built renderer, and nothing else, under a content security policy. The build uses the policy too.
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

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
  "object-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** For the page's meta element, in case the page is opened by other means. Such an element may not name frame-ancestors. */
export const META_POLICY = DIRECTIVES.join('; ');

export const PAGE_HEADERS = {
  'Content-Security-Policy': [...DIRECTIVES, "frame-src 'none'", "frame-ancestors 'none'"].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The files change only with the app itself.
  'Cache-Control': 'no-cache',
} as const;

/** Other file types are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Null for an address outside the renderer's folder. */
export function pageFile(url: string, folder: string): { readonly path: string; readonly type: string } | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname } = new URL(url);
  if (protocol !== `${APP_SCHEME}:` || host !== new URL(APP_URL).host) return null;
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null; // A percent sign that begins nothing.
  }
  // Each of these leads out of the folder on some system.
  if (/[\\:\0]/.test(name) || name.split('/').includes('..')) return null;
  const path = resolve(join(folder, name === '/' ? 'index.html' : name));
  const type = TYPES[extname(path).toLowerCase()];
  return type && path.startsWith(resolve(folder) + sep) ? { path, type } : null;
}

const empty = (status: number): Response => new Response(null, { status, headers: PAGE_HEADERS });

export async function answerPageRequest(request: Pick<Request, 'url' | 'method'>, folder: string): Promise<Response> {
  if (request.method !== 'GET') return empty(405);
  const file = pageFile(request.url, folder);
  if (!file) return empty(404);
  try {
    const content = await readFile(file.path);
    const headers = { ...PAGE_HEADERS, 'Content-Type': file.type, 'Content-Length': String(content.byteLength) };
    return new Response(new Uint8Array(content), { headers });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return empty(404);
    throw error;
  }
}
