// The window's protections: its Electron settings, the host names it may resolve, and how often it opens the browser.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const { opened, app, openExternal } = vi.hoisted(() => ({
  opened: [] as { options: { webPreferences: Record<string, unknown> }; emit(event: string, details: object): void }[],
  app: {
    isPackaged: true,
    enableSandbox: vi.fn(),
    on: vi.fn(),
    whenReady: () => new Promise(() => {}),
    getAppPath: (): string => '',
    commandLine: { appendSwitch: vi.fn() },
  },
  openExternal: vi.fn(async () => undefined),
}));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class BrowserWindow extends EventEmitter {
    readonly webContents = new EventEmitter();
    readonly options;
    constructor(options: { webPreferences: Record<string, unknown> }) {
      super();
      this.options = options;
      opened.push(this);
    }
    loadURL = async () => undefined;
  }
  const protocol = { registerSchemesAsPrivileged: vi.fn() };
  const rest = { screen: {}, session: {}, ipcMain: {}, dialog: {}, shell: { openExternal } };
  return { default: {}, app, BrowserWindow, protocol, ...rest };
});
const { openInBrowser, openWindow, secureApp } = await import('../../src/main/electron/window.ts');

let packed: string;
app.getAppPath = () => packed;
beforeEach(() => {
  vi.clearAllMocks();
  packed = temporaryFolder();
  writeFileSync(join(packed, 'package.json'), '{}');
});

it('lets Chromium resolve no names except the host of a package’s feed', () => {
  secureApp();
  expect(app.enableSandbox).toHaveBeenCalledOnce();
  expect(app.commandLine.appendSwitch.mock.calls).toEqual([['host-resolver-rules', 'MAP * ~NOTFOUND']]);
  const updates = { feed: 'https://updates.example/desk', signed: false };
  writeFileSync(join(packed, 'package.json'), JSON.stringify({ updates }));
  secureApp();
  expect(app.commandLine.appendSwitch.mock.lastCall).toEqual([
    'host-resolver-rules',
    'MAP * ~NOTFOUND , EXCLUDE updates.example',
  ]);
});

it('the window is created with every protection, and lets requests in flight end when Windows shuts down', async () => {
  const state = { value: '', save: async () => undefined };
  const whenSystemEnds = vi.fn();
  await openWindow(state, () => false, whenSystemEnds);
  const { preload, ...preferences } = opened[0]?.options.webPreferences ?? {};
  expect(preload).toMatch(/preload[\\/]index\.cjs$/);
  // Compared as a whole, so that nothing else is enabled.
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    safeDialogs: true,
    spellcheck: false,
    devTools: false,
  });
  opened[0]?.emit('query-session-end', {});
  expect(whenSystemEnds).toHaveBeenCalledOnce();
});

it('opens at most one address a second, so that page code cannot open windows without end', async () => {
  vi.useFakeTimers();
  const tries = [];
  for (let index = 0; index < 20; index += 1) tries.push(await openInBrowser(`https://shop.example/${index}`));
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect((await openInBrowser('https://shop.example/next')).ok).toBe(true);
  expect(openExternal).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
