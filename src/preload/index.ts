// Exposes the contract on `window.storefront`, nothing else. The main process checks every message.
import { contextBridge, ipcRenderer } from 'electron';
import type { StorefrontBridge } from '../shared/contract.ts';

const bridge: StorefrontBridge = {
  // The main process answers every known call with a result; only an unknown call rejects.
  invoke: (channel, input) =>
    ipcRenderer.invoke(`desk:${channel}`, input).catch(() => ({
      ok: false,
      problem: { code: 'invalid', message: 'The app does not know this call.' },
    })),
  on: (event, listener) => {
    const handler = (_: unknown, payload: Parameters<typeof listener>[0]) => listener(payload);
    ipcRenderer.on(`desk-event:${event}`, handler);
    return () => {
      ipcRenderer.removeListener(`desk-event:${event}`, handler);
    };
  },
};

contextBridge.exposeInMainWorld('storefront', bridge);
