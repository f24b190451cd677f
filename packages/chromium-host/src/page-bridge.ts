// contextBridge inside a page: copies values, proxies functions and promises, both ways. It runs in the page as
// source text, so it uses only its parameters and the page's globals. Preload and page share one world here;
// in Electron each has its own, so only these copies are reliable.

export interface ContextBridge {
  exposeInMainWorld(key: string, api: unknown): void;
}

export function createContextBridge(page: Record<string, unknown>): ContextBridge {
  type Anything = (...args: unknown[]) => unknown;
  const DEEPEST = 1000;
  /** Maps a function that has crossed to its original, so that sending it back returns the original. */
  const originals = new WeakMap<object, Anything>();

  /** Values that must be cloned as a whole. */
  const WHOLE =
    /^\[object (Arguments|BigInt|Boolean|DataView|Date|Module|Number|RegExp|String|Symbol|VideoFrame|\w*(Array|ArrayBuffer|Map|Set)|(Map|Set) Iterator|WebAssembly\.\w+)\]$/;
  const isPlain = (value: object): boolean => {
    const prototype: unknown = Object.getPrototypeOf(value);
    // True for nearly everything; the full check is slow.
    return prototype === Object.prototype || prototype === null || !WHOLE.test(Object.prototype.toString.call(value));
  };

  /** @param copies values that have crossed in this call, so that an object sent twice stays one and may contain itself */
  const cross = (value: unknown, copies: Map<object, unknown>, depth: number): unknown => {
    if (depth >= DEEPEST) {
      throw new TypeError(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      );
    }
    if (typeof value === 'function') return crossFunction(value as Anything, copies);
    if (typeof value !== 'object' || value === null) return value;
    if (copies.has(value)) return copies.get(value);
    const keep = <T>(copy: T): T => {
      copies.set(value, copy);
      return copy;
    };
    if (value instanceof Promise) {
      return keep(
        value.then(
          (result) => cross(result, new Map(), 0),
          (reason) => {
            throw cross(reason, new Map(), 0);
          },
        ),
      );
    }
    // Only the message crosses: neither the name nor added properties.
    if (value instanceof Error) return new Error(typeof value.message === 'string' ? value.message : String(value));
    if (Array.isArray(value)) {
      // Kept only when it is complete: an array that contains itself is too deep.
      return keep(Array.from(value, (item) => cross(item, copies, depth + 1)));
    }
    if (value instanceof Element || value instanceof Blob) return value;
    // The prototype with its methods stays behind.
    if (isPlain(value)) {
      const copy: Record<string | symbol, unknown> = keep({});
      for (const key of Reflect.ownKeys(value)) {
        if (!Object.prototype.propertyIsEnumerable.call(value, key)) continue;
        const item = cross(Reflect.get(value, key), copies, depth + 2);
        if (key !== '__proto__') copy[key] = item;
        else Object.defineProperty(copy, key, { value: item, enumerable: true, writable: true, configurable: true });
      }
      return copy;
    }
    try {
      return keep(structuredClone(value));
    } catch {
      throw new Error('An object could not be cloned.');
    }
  };

  const crossFunction = (run: Anything, copies: Map<object, unknown>): Anything => {
    const original = originals.get(run);
    if (original) return original;
    const known = copies.get(run) as Anything | undefined;
    if (known) return known;
    // An arrow function: it is no constructor, and has no `this`.
    const proxy: Anything = (...args) => {
      const given = new Map<object, unknown>();
      const crossed = args.map((arg) => cross(arg, given, 0));
      let result: unknown;
      try {
        result = run(...crossed);
      } catch (error) {
        throw new Error(error instanceof Error ? String(error.message) : `Uncaught ${String(error)}`);
      }
      return cross(result, given, 0);
    };
    originals.set(proxy, run);
    copies.set(run, proxy);
    return proxy;
  };

  const freeze = (value: unknown, done: Set<object>): void => {
    const canHold = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!canHold || ArrayBuffer.isView(value) || done.has(value)) return;
    done.add(value);
    for (const key of Reflect.ownKeys(value)) freeze(Reflect.get(value, key), done);
    Object.freeze(value);
  };

  return {
    exposeInMainWorld(key, api) {
      if (key in page) {
        throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`);
      }
      const copy = cross(api, new Map(), 0);
      freeze(copy, new Set());
      Object.defineProperty(page, key, { value: copy, enumerable: true });
    },
  };
}
