// The preload of the conformance page, for the cases about contextBridge and ipcRenderer.
import { contextBridge, ipcRenderer } from 'electron';

contextBridge.exposeInMainWorld('bridge', {
  invoke: (channel: string, ...args: unknown[]) => ipcRenderer.invoke(channel, ...args),
  on: (channel: string, listener: (value: unknown) => void) => {
    ipcRenderer.on(channel, (_event, value) => listener(value));
  },
});
