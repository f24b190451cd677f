// Makes an Electron object unusable after it was destroyed, like its C++ part (shell/common/gin_helper/destroyable.cc).
import { EventEmitter } from 'node:events';

/** Wraps the object: members outside `remains` throw after it was destroyed. Its listeners stay. */
export function living<T extends object>(target: T, isDestroyed: () => boolean, remains: ReadonlySet<string>): T {
  const bound = new WeakMap<object, unknown>();
  return new Proxy(target, {
    get(object, key) {
      const isAsked = typeof key === 'string' && !remains.has(key) && !(key in EventEmitter.prototype);
      if (isAsked && isDestroyed()) throw new TypeError('Object has been destroyed');
      const value = Reflect.get(object, key);
      if (typeof value !== 'function' || key === 'constructor') return value;
      // The object's own methods must keep working.
      if (!bound.has(value)) bound.set(value, value.bind(object));
      return bound.get(value);
    },
  });
}
