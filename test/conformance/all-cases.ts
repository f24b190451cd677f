// Every conformance case, by its Electron module.
import { appCases, appProcessCases } from './cases/app.ts';
import { browserWindowCases, browserWindowProcessCases } from './cases/browser-window.ts';
import { contextBridgeCases } from './cases/context-bridge.ts';
import { dialogClipboardShellCases, dialogClipboardShellProcessCases } from './cases/dialog-clipboard-shell.ts';
import { ipcCases, ipcProcessCases } from './cases/ipc.ts';
import { menuCases, menuProcessCases } from './cases/menu.ts';
import { networkCases, networkProcessCases } from './cases/network.ts';
import { permissionCases } from './cases/permissions.ts';
import { printCases } from './cases/print.ts';
import { protocolCases, protocolProcessCases } from './cases/protocol.ts';
import { safeStorageCases, safeStorageProcessCases } from './cases/safe-storage.ts';
import { sessionCases, sessionProcessCases } from './cases/session.ts';
import { trayAndNotificationCases, trayAndNotificationProcessCases } from './cases/tray-and-notification.ts';
import { webContentsCases, webContentsProcessCases } from './cases/web-contents.ts';
import type { ProcessCase, SharedCase } from './conformance-case.ts';

export const sharedCases: readonly SharedCase[] = [
  ...appCases,
  ...browserWindowCases,
  ...webContentsCases,
  ...printCases,
  ...protocolCases,
  ...sessionCases,
  ...permissionCases,
  ...networkCases,
  ...ipcCases,
  ...contextBridgeCases,
  ...safeStorageCases,
  ...menuCases,
  ...trayAndNotificationCases,
  ...dialogClipboardShellCases,
];

export const processCases: readonly ProcessCase[] = [
  ...appProcessCases,
  ...browserWindowProcessCases,
  ...webContentsProcessCases,
  ...protocolProcessCases,
  ...sessionProcessCases,
  ...networkProcessCases,
  ...ipcProcessCases,
  ...safeStorageProcessCases,
  ...menuProcessCases,
  ...trayAndNotificationProcessCases,
  ...dialogClipboardShellProcessCases,
];
