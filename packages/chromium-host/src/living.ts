// Makes an object of Electron's unusable once it is destroyed, as its C++ part does (shell/common/gin_helper/destroyable.cc).
import { EventEmitter } from 'node:events';

/** The same object, but what is not among `remains` throws once it is destroyed. Its listeners stay. */
export function living<T extends object>(target: T, isDestroyed: () => boolean, remains: ReadonlySet<string>): T {
  const bound = new WeakMap<object, unknown>();
  return new Proxy(target, {
    get(object, key) {
      const isAsked = typeof key === 'string' && !remains.has(key) && !(key in EventEmitter.prototype);
      if (isAsked && isDestroyed()) throw new TypeError('Object has been destroyed');
      const value = Reflect.get(object, key);
      if (typeof value !== 'function' || key === 'constructor') return value;
      // The object's own methods must not be stopped by this.
      if (!bound.has(value)) bound.set(value, value.bind(object));
      return bound.get(value);
    },
  });
}
