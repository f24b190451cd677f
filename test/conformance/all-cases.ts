// Every conformance case, by the part of Electron it is about.
import * as app from './cases/app.ts';
import * as browserWindow from './cases/browser-window.ts';
import * as contextBridge from './cases/context-bridge.ts';
import * as dialogClipboardShell from './cases/dialog-clipboard-shell.ts';
import * as ipc from './cases/ipc.ts';
import * as menu from './cases/menu.ts';
import * as network from './cases/network.ts';
import * as permissions from './cases/permissions.ts';
import * as protocol from './cases/protocol.ts';
import * as quitting from './cases/quitting.ts';
import * as safeStorage from './cases/safe-storage.ts';
import * as session from './cases/session.ts';
import * as signals from './cases/signals.ts';
import * as trayAndNotification from './cases/tray-and-notification.ts';
import * as webContents from './cases/web-contents.ts';
import type { ProcessCases, SharedCases } from './conformance-case.ts';

interface Part {
  readonly shared?: SharedCases;
  readonly alone?: ProcessCases;
}

export const parts: Readonly<Record<string, Part>> = {
  app,
  quitting,
  signals,
  browserWindow,
  webContents,
  protocol,
  session,
  permissions,
  network,
  ipc,
  contextBridge,
  safeStorage,
  menu,
  trayAndNotification,
  dialogClipboardShell,
};

const casesOf = <Case>(cases: (part: Part) => Readonly<Record<string, Case>> | undefined): Record<string, Case> =>
  Object.assign({}, ...Object.values(parts).map(cases));

export const sharedCases = casesOf(({ shared }) => shared);
export const processCases = casesOf(({ alone }) => alone);
