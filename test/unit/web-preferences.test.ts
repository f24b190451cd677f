// The window's settings, as Electron gets them.
import { expect, it, vi } from 'vitest';

const { made, app } = vi.hoisted(() => ({
  made: [] as { webPreferences: Record<string, unknown> }[],
  app: { isPackaged: true, enableSandbox: vi.fn(), on: vi.fn(), whenReady: () => new Promise(() => {}) },
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
    screen: { getAllDisplays: () => [] },
    session: {},
    shell: {},
    ipcMain: {},
    dialog: {},
  };
});

it('the window is made with every wall up', async () => {
  const { openWindow, secureApp } = await import('../../src/main/shell/window.ts');
  secureApp();
  expect(app.enableSandbox).toHaveBeenCalledOnce();
  const place = { bounds: null, maximized: false, toldBackground: false };
  await openWindow({ value: place, save: () => Promise.resolve() }, { stays: () => false, hidden: () => undefined });
  const { preload, ...preferences } = made[0]?.webPreferences ?? {};
  expect(preload).toMatch(/preload[\\/]index\.cjs$/);
  // Whole, so that nothing is switched on beside these.
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
  });
});
