// The preload of the conformance page, for the cases about contextBridge and ipcRenderer.
import { contextBridge, ipcRenderer } from 'electron';

class Point {
  constructor(readonly x: number) {}
  double(): number {
    return this.x * 2;
  }
}

contextBridge.exposeInMainWorld('bridge', {
  invoke: (channel: string, ...args: unknown[]) => ipcRenderer.invoke(channel, ...args),
  send: (channel: string, ...args: unknown[]) => ipcRenderer.send(channel, ...args),
  echo: (value: unknown) => value,
  kindOf: (value: object) => ({ isPlain: Object.getPrototypeOf(value) === Object.prototype, keys: Object.keys(value) }),
  failLater: async (message: string) => {
    throw new RangeError(message);
  },
  point: () => new Point(3),
  uncloneable: () => new WeakMap(),
  nested: { list: [1, { inner: true }] },
});
