// Permissions: the app's handlers decide, and Chromium is configured accordingly. Electron's defaults apply without
// handlers: every check is true, and every request is granted.
import type { BrowserContext, CDPSession } from 'playwright';
import type { PermissionQuestion } from './messages.ts';

type CheckHandler = (contents: object | null, permission: string, origin: string, details: object) => boolean;
type RequestHandler = (
  contents: object,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: object,
) => void;

/** The web's names (Permissions API, DevTools protocol), and those of Electron's handlers. */
const ELECTRON_NAMES: Readonly<Record<string, string>> = {
  'background-fetch': 'background-fetch',
  'background-sync': 'background-sync',
  'captured-surface-control': 'captured-surface-control',
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-sanitized-write',
  'display-capture': 'display-capture',
  'idle-detection': 'idle-detection',
  'keyboard-lock': 'keyboardLock',
  'local-fonts': 'local-fonts',
  'local-network': 'local-network',
  'local-network-access': 'local-network-access',
  'loopback-network': 'loopback-network',
  'payment-handler': 'payment-handler',
  'periodic-background-sync': 'periodic-background-sync',
  'persistent-storage': 'persistent-storage',
  'pointer-lock': 'pointerLock',
  'screen-wake-lock': 'screen-wake-lock',
  'storage-access': 'storage-access',
  'window-management': 'window-management',
  accelerometer: 'sensors',
  camera: 'media',
  geolocation: 'geolocation',
  gyroscope: 'sensors',
  magnetometer: 'sensors',
  microphone: 'media',
  midi: 'midi',
  notifications: 'notifications',
};
const MEDIA_TYPES: Readonly<Record<string, string>> = { camera: 'video', microphone: 'audio' };
const electronName = (name: string): string => ELECTRON_NAMES[name] ?? 'unknown';

/** The handlers of one session. */
export class PermissionHandlers {
  check: CheckHandler | undefined;
  request: RequestHandler | undefined;

  isAllowed(contents: object, name: string, url: string): boolean {
    if (!this.check) return true;
    const origin = originOf(url);
    const mediaType = MEDIA_TYPES[name];
    const details = {
      ...{ requestingUrl: url, embeddingOrigin: origin, isMainFrame: true },
      ...(mediaType === undefined ? {} : { mediaType }),
    };
    return Boolean(this.check(contents, electronName(name), origin, details));
  }

  /** One request for all names: a camera with a microphone is one permission, "media". */
  async isGranted(contents: object, names: readonly string[], url: string): Promise<boolean> {
    const ask = this.request;
    if (!ask) return true;
    const mediaTypes = names.flatMap((name) => MEDIA_TYPES[name] ?? []);
    const details = {
      ...{ requestingUrl: url, isMainFrame: true },
      ...(mediaTypes.length === 0 ? {} : { mediaTypes, securityOrigin: originOf(url) }),
    };
    return new Promise((resolve) =>
      ask(contents, electronName(names[0] ?? ''), (granted) => resolve(Boolean(granted)), details),
    );
  }
}

/** As Electron passes it to handlers: an address with nothing after the host. */
const originOf = (url: string): string => url.replace(/^([^:]+:\/\/[^/?#]*).*$/s, '$1/');

interface Asker {
  readonly session: { readonly permissions: PermissionHandlers };
}

type Setting = 'granted' | 'denied';

/** The latest permissions of a Chromium, for all its pages. They last only as long as their DevTools session, so it stays open. */
interface ContextPermissions {
  readonly session: Promise<CDPSession>;
  readonly settings: Map<string, Setting>;
}
const permissionsOf = new WeakMap<BrowserContext, ContextPermissions>();

async function connect(context: BrowserContext): Promise<CDPSession> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('Chromium has no session of its own');
  // Refuses all permissions without a name here.
  await session.send('Browser.grantPermissions', { permissions: [] });
  return session;
}

interface Place {
  readonly page: { context(): BrowserContext };
}

async function set({ page }: Place, settings: ReadonlyMap<string, Setting>): Promise<void> {
  const context = page.context();
  const known = permissionsOf.get(context) ?? { session: connect(context), settings: new Map() };
  permissionsOf.set(context, known);
  const changed = [...settings].filter(([name, setting]) => known.settings.get(name) !== setting);
  for (const [name, setting] of changed) known.settings.set(name, setting);
  const session = await known.session;
  const send = ([name, setting]: [string, Setting]) =>
    session.send('Browser.setPermission', { permission: { name }, setting });
  await Promise.all(changed.map(send));
}

/**
 * Sets up Chromium for a document that is about to load. Requested permissions are granted later, when the app's
 * handler agrees; only those without a request, which no handler refuses, are there from the start.
 */
export function applyPermissions(place: Place, contents: Asker, url: string): Promise<void> {
  const { permissions } = contents.session;
  const isThere = (name: string) =>
    (!permissions.request || name === 'notifications') && permissions.isAllowed(contents, name, url);
  return set(place, new Map(Object.keys(ELECTRON_NAMES).map((name) => [name, isThere(name) ? 'granted' : 'denied'])));
}

/** Answers a page that queries or requests a permission. */
export async function answerPermission(
  place: Place,
  contents: Asker,
  url: string,
  { ask, names }: PermissionQuestion,
): Promise<boolean> {
  const { permissions } = contents.session;
  if (ask === 'check') return names.every((name) => permissions.isAllowed(contents, name, url));
  const isGranted = await permissions.isGranted(contents, names, url);
  // Whether a page may show notifications stays the result of the check.
  const settable = names.filter((name) => name !== 'notifications');
  await set(place, new Map(settable.map((name) => [name, isGranted ? 'granted' : 'denied'])));
  return isGranted;
}

/** Runs code of the host with permissions that the page may lack. */
export async function withPermissions<T>(place: Place, names: readonly string[], run: () => Promise<T>): Promise<T> {
  const before = permissionsOf.get(place.page.context())?.settings;
  const settings = new Map(names.map((name): [string, Setting] => [name, before?.get(name) ?? 'denied']));
  await set(place, new Map(names.map((name) => [name, 'granted'])));
  try {
    return await run();
  } finally {
    await set(place, settings);
  }
}
