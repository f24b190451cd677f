// Loads the modules of each app anew, as a new process would.
import Module, { register } from 'node:module';

/** Packages with state of their own; all others are loaded once. */
const STATEFUL = ['electron-store', 'electron-log'];

const MARK = 'app';

/** Modules that a marked module imports by a path, or that have a state, get its mark. */
const HOOK = `
  const mark = /[?]${MARK}=\\d+$/;
  const isFresh = (name) => name.startsWith('.') || ${JSON.stringify(STATEFUL)}.some((item) => name === item || name.startsWith(item + '/'));
  export async function resolve(name, context, next) {
    const found = await next(name, context);
    const [ours] = mark.exec(context.parentURL ?? '') ?? [];
    return ours && isFresh(name) && found.url.startsWith('file:') ? { ...found, url: found.url + ours } : found;
  }`;

/** Call once, before any module of an app is loaded. */
export function loadAgainIfMarked(): void {
  register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
}

export const marked = (url: string, app: number): string => `${url}?${MARK}=${app}`;

/** CommonJS modules have no marks. */
export function forgetStateful(): void {
  const { _cache: cache } = Module as unknown as { _cache: Record<string, unknown> };
  for (const path of Object.keys(cache)) {
    if (STATEFUL.some((name) => path.includes(`/node_modules/${name}/`))) delete cache[path];
  }
}
