// Makes gaps in the stand-in visible: accessing a missing member of Electron throws with its name.

/** Members that the language or a debugger may read on any object, so they must stay `undefined`. */
const askedByOthers = new Set(['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'nodeType', 'inspect', 'constructor']);

export class NotCovered extends Error {
  constructor(member: string) {
    super(`electron: ${member} is not covered by the Chromium host (tools/chromium-host); it needs real Electron`);
    this.name = 'NotCovered';
  }
}

/** Wraps an object so that reading a missing member throws {@link NotCovered} instead of returning `undefined`. */
export function covered<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === 'symbol' || key in object || askedByOthers.has(key)) return Reflect.get(object, key, receiver);
      throw new NotCovered(`${name}.${key}`);
    },
  });
}

/** Replaces a whole module that the host lacks: it may be imported, but not used. */
export function uncoveredModule(name: string): unknown {
  const fail = (): never => {
    throw new NotCovered(name);
  };
  return new Proxy(function uncovered() {}, {
    get(_target, key) {
      if (typeof key === 'symbol' || askedByOthers.has(key)) return undefined;
      throw new NotCovered(`${name}.${key}`);
    },
    apply: fail,
    construct: fail,
  });
}
