// Answers a request for a file of the built renderer, and for nothing else on this computer.
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { PAGE_HEADERS } from './page-policy.ts';

export const APP_SCHEME = 'app';
/** The one host of the scheme. */
const APP_HOST = 'desk';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`;

/** What a built renderer is made of. A file of another kind is not given out. */
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

/** The file that an address means, and its type; null for one that is not of the renderer's folder. */
export function pageFile(url: string, folder: string): { readonly path: string; readonly type: string } | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname } = new URL(url);
  if (protocol !== `${APP_SCHEME}:` || host !== APP_HOST) return null;
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null; // A percent sign that begins nothing.
  }
  // No name in the build has any of these; each is a way out of a folder on some system.
  if (/[\\:\0]/.test(name) || name.split('/').includes('..')) return null;
  const path = resolve(join(folder, name === '/' ? 'index.html' : name));
  const type = TYPES[extname(path).toLowerCase()];
  return type && path.startsWith(resolve(folder) + sep) ? { path, type } : null;
}

const empty = (status: number): Response => new Response(null, { status, headers: PAGE_HEADERS });

/** The handler of the app's own protocol. */
export async function answerPageRequest(request: Pick<Request, 'url' | 'method'>, folder: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return empty(405);
  const file = pageFile(request.url, folder);
  if (!file) return empty(404);
  try {
    const content = await readFile(file.path);
    const headers = { ...PAGE_HEADERS, 'Content-Type': file.type, 'Content-Length': String(content.byteLength) };
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(content), { headers });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return empty(404);
    throw error;
  }
}
