// Exposes the contract on `window.storefront`, nothing else. The checks stand in the main process.
import { contextBridge, ipcRenderer } from 'electron';
import type { StorefrontBridge } from '../shared/contract.ts';

const bridge: StorefrontBridge = {
  invoke: (channel, input) => ipcRenderer.invoke(`desk:${channel}`, input),
  on: (event, listener) => {
    const heard = (_: unknown, payload: Parameters<typeof listener>[0]) => listener(payload);
    ipcRenderer.on(`desk-event:${event}`, heard);
    return () => {
      ipcRenderer.removeListener(`desk-event:${event}`, heard);
    };
  },
};

contextBridge.exposeInMainWorld('storefront', bridge);
