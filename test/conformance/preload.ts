// The preload of the conformance page, for the cases about contextBridge and ipcRenderer.
import { contextBridge, ipcRenderer } from 'electron';

class Point {
  constructor(readonly x: number) {}
  double(): number {
    return this.x * 2;
  }
}

type Anything = (...args: unknown[]) => unknown;
const aSymbol = Symbol('of the preload');
let secondTime = 'nothing was thrown';

contextBridge.exposeInMainWorld('bridge', {
  invoke: (channel: string, ...args: unknown[]) => ipcRenderer.invoke(channel, ...args),
  send: (channel: string, ...args: unknown[]) => ipcRenderer.send(channel, ...args),
  echo: (value: unknown) => value,
  same: (one: unknown, other: unknown) => one === other,
  call: (run: Anything, ...args: unknown[]) => run(...args),
  kindOf: (value: object) => ({ isPlain: Object.getPrototypeOf(value) === Object.prototype, keys: Object.keys(value) }),
  fail: (message: string) => {
    throw new RangeError(message);
  },
  failLater: async (message: string) => {
    throw new RangeError(message);
  },
  point: () => new Point(3),
  whole: () => ({ when: new Date(5), bytes: new Uint8Array([1, 2]), map: new Map([['a', 1]]) }),
  uncloneable: () => new WeakMap(),
  symbol: () => aSymbol,
  isSymbol: (value: unknown) => value === aSymbol,
  nested: { list: [1, { inner: true }] },
  secondTime: () => secondTime,
});

try {
  contextBridge.exposeInMainWorld('bridge', {});
} catch (error) {
  secondTime = (error as Error).message;
}
