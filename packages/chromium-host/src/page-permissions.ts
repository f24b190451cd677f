// Runs in the page and asks the app's permission handlers when the page asks. It is sent as source text, so it uses
// only its parameters and the page's globals. Chromium itself refuses whatever bypasses it.

/** Asks the host. `names` are those of the Permissions API. */
export type AskPermission = (ask: 'check' | 'request', names: string[]) => Promise<boolean>;

export function installPagePermissions(ask: AskPermission): void {
  // APIs missing in an insecure page stay missing.
  const { permissions, mediaDevices, clipboard, geolocation } = navigator as {
    [K in 'permissions' | 'mediaDevices' | 'clipboard' | 'geolocation']: Navigator[K] | undefined;
  };
  const replace = <T extends object, K extends keyof T>(
    target: T | undefined,
    key: K,
    make: (original: T[K]) => T[K],
  ) => {
    if (!target) return;
    const prototype = Object.getPrototypeOf(target) as T;
    const original = (prototype[key] as (...args: unknown[]) => unknown).bind(target) as T[K];
    Object.defineProperty(prototype, key, { value: make(original), writable: true, configurable: true });
  };
  const onRequest = <A extends unknown[], R>(
    original: (...args: A) => Promise<R>,
    namesFor: (...args: A) => string[],
  ) =>
    async function asking(...args: A): Promise<R> {
      const names = namesFor(...args);
      if (names.length > 0) await ask('request', names);
      return original(...args);
    };

  replace(permissions, 'query', (query) => async (descriptor) => {
    const status = await query(descriptor);
    const state = (await ask('check', [descriptor.name])) ? 'granted' : 'denied';
    // As in Electron, the answer is a snapshot: it never changes, and never is "prompt".
    return Object.create(PermissionStatus.prototype, {
      name: { value: status.name },
      state: { value: state },
      onchange: { value: null, writable: true },
      addEventListener: { value: () => undefined },
      removeEventListener: { value: () => undefined },
    });
  });
  replace(clipboard, 'readText', (original) => onRequest(original, () => ['clipboard-read']));
  replace(clipboard, 'read', (original) => onRequest(original, () => ['clipboard-read']));
  replace(clipboard, 'writeText', (original) => onRequest(original, () => ['clipboard-write']));
  replace(clipboard, 'write', (original) => onRequest(original, () => ['clipboard-write']));
  replace(mediaDevices, 'getUserMedia', (original) =>
    onRequest(original, (constraints) => [
      ...(constraints?.video ? ['camera'] : []),
      ...(constraints?.audio ? ['microphone'] : []),
    ]),
  );
  // As in an app that chooses nothing for its pages; Chromium would let the person choose.
  const refusals = [
    ['usb', 'requestDevice', 'NotFoundError'],
    ['serial', 'requestPort', 'NotFoundError'],
    ['bluetooth', 'requestDevice', 'NotFoundError'],
    ['mediaDevices', 'getDisplayMedia', 'NotSupportedError'],
  ] as const;
  for (const [api, method, error] of refusals) {
    const target = Reflect.get(navigator, api) as Record<string, () => Promise<never>> | undefined;
    replace(target, method, () => async () => {
      throw new DOMException('Nothing was selected', error);
    });
  }
  replace(
    Reflect.get(navigator, 'hid') as { requestDevice(): Promise<never[]> } | undefined,
    'requestDevice',
    () => async () => [],
  );
  if ('Notification' in globalThis) {
    Notification.requestPermission = async (callback) => {
      const answer = (await ask('request', ['notifications'])) ? 'granted' : 'denied';
      callback?.(answer);
      return answer;
    };
  }
  replace(geolocation, 'getCurrentPosition', (original) => (...args) => {
    void ask('request', ['geolocation']).then(() => original(...args));
  });
  // The page gets its watch id at once, Chromium's follows after the app has been asked.
  const watches = new Map<number, number | undefined>();
  let lastWatch = 0;
  replace(geolocation, 'watchPosition', (original) => (...args) => {
    lastWatch += 1;
    const watch = lastWatch;
    watches.set(watch, undefined);
    void ask('request', ['geolocation']).then(() => {
      if (watches.has(watch)) watches.set(watch, original(...args));
    });
    return watch;
  });
  replace(geolocation, 'clearWatch', (original) => (watch) => {
    const real = watches.get(watch);
    watches.delete(watch);
    if (real !== undefined) original(real);
  });
}
