// Makes a gap in the stand-in visible: touching a member of Electron that it does not have throws, naming it.

/** What may be asked of any object by the language or by a debugger, and so must stay `undefined` quietly. */
const askedByOthers = new Set(['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'nodeType', 'inspect', 'constructor']);

export class NotCovered extends Error {
  constructor(member: string) {
    super(`electron: ${member} is not covered by the Chromium host (tools/chromium-host); it needs real Electron`);
    this.name = 'NotCovered';
  }
}

/** The same object, but reading a member that it lacks throws {@link NotCovered} instead of giving `undefined`. */
export function covered<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === 'symbol' || key in object || askedByOthers.has(key)) return Reflect.get(object, key, receiver);
      throw new NotCovered(`${name}.${key}`);
    },
  });
}

/** Stands for a whole module that the host does not have: it may be imported, but not used. */
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
