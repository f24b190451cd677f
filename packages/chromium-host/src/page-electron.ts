// Runs in the page before its own scripts: the parts of Electron that a sandboxed preload may require.
// `installPageHost` is sent as source text, so it uses only its parameters and the page's globals.
import type { Codec } from './codec.ts';
import type { FromPage, ToPage } from './messages.ts';
import type { createContextBridge } from './page-bridge.ts';
import type { installPagePermissions } from './page-permissions.ts';

export interface PageSetup {
  readonly bindingName: string;
  readonly deliverSymbol: string;
  readonly platform: string;
  readonly versions: Record<string, string>;
}

interface PageHost {
  readonly require: (name: string) => unknown;
  readonly process: object;
  /** Notifies the host that the page accepts messages. */
  readonly ready: () => void;
}

type Listener = (event: object, ...args: unknown[]) => void;

/** Functions of other files, passed in because source text cannot import. */
export interface PageParts {
  readonly codec: Codec;
  readonly createContextBridge: typeof createContextBridge;
  readonly installPagePermissions: typeof installPagePermissions;
}

export function installPageHost(setup: PageSetup, parts: PageParts): PageHost {
  const { codec } = parts;
  const page = globalThis as unknown as Record<string, unknown>;
  const call = page[setup.bindingName] as (text: string) => void;
  delete page[setup.bindingName];
  const post = (message: FromPage) => call(codec.encode(message));

  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, Listener[]>();
  let accelerators = new Set<string>();
  let lastId = 0;

  // Unpacking a compressed long message takes a while, so later messages wait to keep the order.
  let unpacking = 0;
  let tail: Promise<void> = Promise.resolve();
  const unpack = async (text: string) => {
    const bytes = Uint8Array.from(atob(text.slice(1)), (char) => char.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
  };
  const receive = (text: string) => {
    const packed = text[0] === 'z';
    if (!packed && unpacking === 0) {
      handle(text);
      return;
    }
    unpacking += 1;
    tail = tail.then(async () => {
      try {
        handle(packed ? await unpack(text) : text);
      } catch (error) {
        reportError(error);
      } finally {
        unpacking -= 1;
      }
    });
  };

  const handle = (text: string) => {
    const message = codec.decode(text) as ToPage;
    if (message.kind === 'accelerators') {
      accelerators = new Set(message.keys);
    } else if (message.kind === 'event') {
      for (const listener of [...(listeners.get(message.channel) ?? [])]) {
        // One listener's error must not keep the message from the others.
        try {
          listener({ sender: ipcRenderer, ports: [] }, ...message.args);
        } catch (error) {
          reportError(error);
        }
      }
    } else {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'reply') call?.resolve(message.value);
      else call?.reject(new Error(message.message));
    }
  };

  const on = (channel: string, listener: Listener) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    return ipcRenderer;
  };
  const off = (channel: string, listener: Listener) => {
    const left = (listeners.get(channel) ?? []).filter(
      (l) => l !== listener && Reflect.get(l, 'listener') !== listener,
    );
    listeners.set(channel, left);
    return ipcRenderer;
  };
  const once = (channel: string, listener: Listener) => {
    const first: Listener = (event, ...args) => {
      off(channel, first);
      listener(event, ...args);
    };
    return on(channel, Object.assign(first, { listener }));
  };
  const ask = (question: (id: number) => FromPage): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      post(question(lastId));
      waiting.set(lastId, { resolve, reject });
    });
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => ask((id) => ({ kind: 'invoke', id, channel, args })),
    send: (channel: string, ...args: unknown[]) => post({ kind: 'send', channel, args }),
    on,
    off,
    once,
    addListener: on,
    removeListener: off,
    removeAllListeners: (channel?: string) => {
      if (channel === undefined) listeners.clear();
      else listeners.delete(channel);
      return ipcRenderer;
    },
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0,
  };

  const missing = (what: string): never => {
    throw new Error(`electron: ${what} is not covered by the Chromium host for a sandboxed preload`);
  };
  const strict = <T extends object>(name: string, target: T): T =>
    new Proxy(target, {
      get: (object, key) => (key in object ? Reflect.get(object, key) : missing(`${name}.${String(key)}`)),
    });

  const electron = strict('electron', {
    contextBridge: strict('contextBridge', parts.createContextBridge(page)),
    ipcRenderer: strict('ipcRenderer', ipcRenderer),
    webFrame: strict('webFrame', {
      setZoomFactor: (factor: number) => document.documentElement.style.setProperty('zoom', String(factor)),
      setVisualZoomLevelLimits: () => {},
    }),
    crashReporter: strict('crashReporter', { getParameters: () => ({}), addExtraParameter: () => {} }),
  });

  class Events {
    private readonly listeners = new Map<string, ((...args: unknown[]) => void)[]>();
    on(name: string, listener: (...args: unknown[]) => void) {
      this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
      return this;
    }
    off(name: string, listener: (...args: unknown[]) => void) {
      this.listeners.set(
        name,
        (this.listeners.get(name) ?? []).filter((item) => item !== listener),
      );
      return this;
    }
    emit(name: string, ...args: unknown[]) {
      const all = this.listeners.get(name) ?? [];
      for (const listener of all) listener(...args);
      return all.length > 0;
    }
  }

  const modules: Record<string, unknown> = {
    electron,
    'electron/renderer': electron,
    'electron/common': electron,
    events: Object.assign(Events, { EventEmitter: Events }),
    timers: { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate: (f: () => void) => setTimeout(f, 0) },
    url: { URL, URLSearchParams },
  };

  // Sends only keys of the application menu to the host, after the page's own handlers, as in Electron.
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || accelerators.size === 0) return;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const modifiers = [
      event.ctrlKey && 'Ctrl',
      event.altKey && 'Alt',
      event.shiftKey && 'Shift',
      event.metaKey && 'Meta',
    ];
    const keys = [...modifiers.filter(Boolean), key].join('+');
    if (!accelerators.has(keys)) return;
    event.preventDefault();
    post({ kind: 'accelerator', keys });
  });
  addEventListener('resize', () => {
    post({ kind: 'resize', x: screenX, y: screenY, width: innerWidth, height: innerHeight });
  });

  parts.installPagePermissions(async (kind, names) =>
    Boolean(await ask((id) => ({ kind: 'permission', id, ask: kind, names }))),
  );

  Object.defineProperty(page, Symbol.for(setup.deliverSymbol), { value: receive, configurable: true });
  const env = {};
  return {
    require: (name) => {
      const plain = name.replace(/^node:/, '');
      if (!(plain in modules)) throw new Error(`module not found: ${name}`);
      return modules[plain];
    },
    process: {
      type: 'renderer',
      platform: setup.platform,
      versions: setup.versions,
      env,
      argv: [],
      sandboxed: true,
      contextIsolated: true,
    },
    ready: () => post({ kind: 'ready' }),
  };
}
