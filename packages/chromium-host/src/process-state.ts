// The state of this process that an app changes: listeners, arguments, and what it replaces.
import type { EventEmitter } from 'node:events';

const METHODS = ['emit', 'exit'] as const;

/** Returns a function that removes all listeners that are added from now on. */
export function rememberListeners(of: EventEmitter): () => void {
  const before = new Map(of.eventNames().map((name) => [name, new Set(of.rawListeners(name))]));
  return () => {
    for (const name of of.eventNames()) {
      for (const listener of of.rawListeners(name)) {
        if (!before.get(name)?.has(listener)) of.removeListener(name, listener as (...args: unknown[]) => void);
      }
    }
  };
}

/** Returns a function that restores the current state. */
export function rememberProcess(): () => void {
  const { argv } = process;
  const printing = { ...console };
  const methods = METHODS.map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const);
  const removeListeners = [process, process.stdout, process.stderr].map(rememberListeners);
  return () => {
    process.argv = argv;
    Object.assign(console, printing);
    for (const [name, descriptor] of methods) {
      if (descriptor) Object.defineProperty(process, name, descriptor);
      else Reflect.deleteProperty(process, name);
    }
    for (const remove of removeListeners) remove();
  };
}
