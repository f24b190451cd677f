import { contextBridge } from 'electron';

contextBridge.exposeInMainWorld('storefront', { ok: true });
