// The window's settings for Electron.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const { made, app } = vi.hoisted(() => ({
  made: [] as { webPreferences: Record<string, unknown> }[],
  app: {
    isPackaged: true,
    enableSandbox: vi.fn(),
    on: vi.fn(),
    whenReady: () => new Promise(() => {}),
    getAppPath: (): string => '',
    commandLine: { appendSwitch: vi.fn() },
  },
}));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class BrowserWindow extends EventEmitter {
    readonly webContents = new EventEmitter();
    constructor(options: { webPreferences: Record<string, unknown> }) {
      super();
      made.push(options);
    }
    setBounds = vi.fn();
    loadURL = (url: string) => Promise.resolve(Object.assign(this, { url }));
  }
  return {
    default: {},
    app,
    BrowserWindow,
    protocol: { registerSchemesAsPrivileged: vi.fn() },
    screen: {},
    session: {},
    shell: {},
    ipcMain: {},
    dialog: {},
  };
});

const packed = mkdtempSync(join(tmpdir(), 'storefront-packed-'));
app.getAppPath = () => packed;
beforeEach(() => {
  vi.clearAllMocks();
  writeFileSync(join(packed, 'package.json'), '{}');
});
afterAll(() => rmSync(packed, { recursive: true }));

it('lets Chromium resolve no names except the host of a package’s feed', async () => {
  const { secureApp } = await import('../../src/main/electron/window.ts');
  secureApp();
  expect(app.commandLine.appendSwitch.mock.calls).toEqual([['host-resolver-rules', 'MAP * ~NOTFOUND']]);
  const updates = { feed: 'https://updates.example/desk', signed: false };
  writeFileSync(join(packed, 'package.json'), JSON.stringify({ updates }));
  secureApp();
  expect(app.commandLine.appendSwitch.mock.lastCall).toEqual([
    'host-resolver-rules',
    'MAP * ~NOTFOUND , EXCLUDE updates.example',
  ]);
});

it('the window is created with every protection', async () => {
  const { openWindow, secureApp } = await import('../../src/main/electron/window.ts');
  secureApp();
  expect(app.enableSandbox).toHaveBeenCalledOnce();
  const place = { bounds: null, maximized: false, screen: '', toldBackground: false };
  await openWindow(
    { value: place, save: () => Promise.resolve() },
    { staysOpen: () => false, hidden: () => undefined },
    () => undefined,
  );
  const { preload, ...preferences } = made[0]?.webPreferences ?? {};
  expect(preload).toMatch(/preload[\\/]index\.cjs$/);
  // Compared as a whole, so that nothing else is enabled.
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: false,
    devTools: false,
  });
});
