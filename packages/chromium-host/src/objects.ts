// What the stand-in's objects share: errors for missing members, preventable events, and whether the app is ready.

/** Members that the language, a loader or a debugger may read on any object, so they must stay `undefined`. */
const ASKED_BY_OTHERS = new Set([
  ...['then', 'toJSON', 'constructor', 'default', '__esModule'],
  ...['asymmetricMatch', '$$typeof', 'nodeType', 'inspect'],
]);

export class NotCovered extends Error {
  constructor(member: string) {
    super(`electron: ${member} is not covered by the Chromium host (packages/chromium-host); it needs real Electron`);
    this.name = 'NotCovered';
  }
}

/** Wraps an object so that reading a missing member throws {@link NotCovered} instead of returning `undefined`. */
export function covered<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === 'symbol' || key in object || ASKED_BY_OTHERS.has(key)) {
        return Reflect.get(object, key, receiver);
      }
      throw new NotCovered(`${name}.${key}`);
    },
  });
}

/** Does the same for a class and its instances. Members of its base classes are not missing. */
export function coveredClass<T extends new (...args: never[]) => object>(name: string, made: T): T {
  Object.setPrototypeOf(made.prototype, covered(name, Object.getPrototypeOf(made.prototype)));
  return covered(name, made);
}

export interface PreventableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable<T extends object>(details?: T): PreventableEvent & T {
  return {
    ...(details as T),
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}

let ready = false;

/** Called once by the app. */
export function noteReady(): void {
  ready = true;
}
export const isReady = (): boolean => ready;

export function mustBeReady(what: string): void {
  if (!ready) throw new Error(`${what} before app is ready`);
}
