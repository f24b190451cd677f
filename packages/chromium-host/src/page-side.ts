// The script that runs first in every new document: the parts of Electron that the app's preload uses, and the preload.
// `installPage` is sent as source text, so it uses only its parameters and the page's globals. Preload and page share
// one world here; in Electron each has its own.

export type FromPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'accelerator'; readonly keys: string };

export type ToPage =
  | { readonly kind: 'reply'; readonly id: number; readonly value?: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'accelerators'; readonly keys: readonly string[] };

/** The name of Chromium's binding to the host. It is removed before the page's scripts run. */
export const BINDING = '__deskHost';
/** Where the page leaves its function for messages. The host takes it and removes it at once. */
export const DELIVER = 'desk.host.deliver';

type Listener = (event: object, ...args: unknown[]) => void;

function installPage(
  setup: { readonly binding: string; readonly deliver: string },
  preload: (require: (name: string) => unknown) => void,
): void {
  const page = globalThis as unknown as Record<string | symbol, unknown>;
  const call = page[setup.binding] as (text: string) => void;
  delete page[setup.binding];
  const post = (message: FromPage) => call(JSON.stringify(message));

  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, Listener[]>();
  let accelerators: readonly string[] = [];
  let lastId = 0;

  const receive = (text: string) => {
    const message = JSON.parse(text) as ToPage;
    if (message.kind === 'accelerators') {
      accelerators = message.keys;
    } else if (message.kind === 'event') {
      for (const listener of [...(listeners.get(message.channel) ?? [])]) {
        // One listener's error must not keep the message from the others.
        try {
          listener({}, ...message.args);
        } catch (error) {
          reportError(error);
        }
      }
    } else {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'reply') asked?.resolve(message.value);
      else asked?.reject(new Error(message.message));
    }
  };

  const strict = (name: string, target: object): object =>
    new Proxy(target, {
      get(object, key) {
        if (key in object || typeof key === 'symbol') return Reflect.get(object, key);
        throw new Error(`electron: ${name}.${key} is not covered by the Chromium host for a preload`);
      },
    });
  const electron = strict('electron', {
    ipcRenderer: strict('ipcRenderer', {
      invoke: (channel: string, ...args: unknown[]) =>
        new Promise((resolve, reject) => {
          lastId += 1;
          // The clone throws for values that Electron cannot send either.
          const given = structuredClone(args);
          // JSON would turn undefined into null.
          while (given.length > 0 && given.at(-1) === undefined) given.pop();
          post({ kind: 'invoke', id: lastId, channel, args: given });
          waiting.set(lastId, { resolve, reject });
        }),
      on: (channel: string, listener: Listener) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
      removeListener: (channel: string, listener: Listener) => {
        listeners.set(
          channel,
          (listeners.get(channel) ?? []).filter((each) => each !== listener),
        );
      },
    }),
    contextBridge: strict('contextBridge', {
      // Functions only: their inputs and results cross as text, so the page shares no object with the host.
      exposeInMainWorld: (key: string, api: Record<string, () => unknown>) => {
        if (key in page) throw new Error(`Cannot bind an API on top of an existing property on the window: ${key}`);
        for (const [name, value] of Object.entries(api)) {
          if (typeof value !== 'function') throw new Error(`electron: exposing ${name}, no function, is not covered`);
          Object.freeze(value);
        }
        Object.defineProperty(page, key, { value: Object.freeze({ ...api }), enumerable: true });
      },
    }),
  });

  // Sends only keys of the application menu to the host, after the page's own handlers, as in Electron.
  addEventListener('keydown', (event) => {
    const modifiers = [
      event.ctrlKey && 'Ctrl',
      event.altKey && 'Alt',
      event.shiftKey && 'Shift',
      event.metaKey && 'Meta',
    ];
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const keys = [...modifiers.filter(Boolean), key].join('+');
    if (event.defaultPrevented || !accelerators.includes(keys)) return;
    event.preventDefault();
    post({ kind: 'accelerator', keys });
  });

  // Without this, Chromium opens a dropped file or folder that the page does not accept in a new page.
  addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });

  Object.defineProperty(page, Symbol.for(setup.deliver), { value: receive, configurable: true });
  try {
    preload((name) => {
      if (name !== 'electron') throw new Error(`module not found: ${name}`);
      return electron;
    });
  } catch (error) {
    console.error('Unable to load preload script:', error);
  }
  post({ kind: 'ready' });
}

/** Installs the page and runs the preload in the top frame; does nothing elsewhere. */
export function initScript(preloadSource: string): string {
  // A loader may preserve function names with a helper that the page does not have.
  return `(() => {
    if (globalThis.top !== globalThis.self || !globalThis[${JSON.stringify(BINDING)}]) return;
    const __name = (target) => target;
    (${installPage.toString()})(${JSON.stringify({ binding: BINDING, deliver: DELIVER })}, (require) => {
      const module = { exports: {} };
      (function (require, module, exports) {
        ${preloadSource}
      }).call(module.exports, require, module, module.exports);
    });
  })();`;
}
