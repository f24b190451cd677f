// How the window appears and closes, with a fake window controlled by the test.
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';

let latest: Window;

/** A fake of Electron's window, which does nothing on its own. */
class Window extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), {
    send: vi.fn(),
    isDestroyed: () => this.isGone,
    isCrashed: () => false,
  });
  isGone = false;
  isShown = false;
  readonly calls: string[] = [];
  readonly setBounds = vi.fn();
  loadURL = vi.fn<() => Promise<void>>(() => new Promise(() => {}));

  constructor() {
    super();
    latest = this;
  }
  isDestroyed() {
    return this.isGone;
  }
  isVisible() {
    return this.isShown;
  }
  isMinimized() {
    return false;
  }
  focus() {}
  show() {
    this.isShown = true;
    this.calls.push('show');
    this.emit('show');
  }
  maximize() {
    this.calls.push(this.isShown ? 'maximize' : 'maximize while hidden');
  }
}

const { openExternal } = vi.hoisted(() => ({ openExternal: vi.fn(async () => undefined) }));
vi.mock('electron', () => {
  const app = { isPackaged: false, getAppPath: () => '/app', whenReady: () => new Promise(() => {}), on: () => {} };
  const screen = { getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }) };
  class BrowserWindow {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: replaces Electron's class
      return new Window() as unknown as BrowserWindow;
    }
  }
  const shell = { openExternal };
  const rest = { dialog: {}, Menu: {}, net: {}, protocol: {}, session: {}, shell, ipcMain: {}, Notification: {} };
  return { default: {}, app, screen, BrowserWindow, ...rest };
});

const place = { bounds: { x: 10, y: 20, width: 1000, height: 700 }, maximized: false, toldBackground: true };

async function open(state = place, whenSystemEnds: (event: { preventDefault(): void }) => void = () => undefined) {
  vi.resetModules();
  const module = await import('../../src/main/electron/window.ts');
  const stays = { staysOpen: () => false, hidden: () => undefined };
  const opened = module.openWindow({ value: state, save: async () => undefined } as never, stays, whenSystemEnds);
  return { ...module, opened, window: latest };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

describe('closing a window with unsaved text', () => {
  /** Whether the window may close. */
  const closes = (window: Window): boolean => {
    const event = { defaultPrevented: false, preventDefault: () => undefined };
    event.preventDefault = () => {
      event.defaultPrevented = true;
      return undefined;
    };
    window.emit('close', event);
    return !event.defaultPrevented;
  };

  it('asks first', async () => {
    const { window, leaveHandlers } = await open();
    await leaveHandlers['leave.unsaved']({ unsaved: true });
    expect(closes(window)).toBe(false);
    expect(window.webContents.send).toHaveBeenCalledWith('desk-event:closing', {});
  });

  it('asks nothing once the app is quitting, also about later text', async () => {
    const { window, leaveHandlers, leaveUnsaved, mayLeave } = await open();
    leaveUnsaved();
    await leaveHandlers['leave.unsaved']({ unsaved: true });
    expect(closes(window)).toBe(true);
    expect(mayLeave(() => undefined)).toBe(true);
    expect(window.webContents.send).not.toHaveBeenCalled();
  });
});

it('opens at most one address a second, so that page code cannot open windows without end', async () => {
  openExternal.mockClear();
  const { openInBrowser } = await open();
  const tries = [];
  for (let index = 0; index < 20; index += 1) tries.push(await openInBrowser(`https://shop.example/${index}`));
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect((await openInBrowser('https://shop.example/next')).ok).toBe(true);
  expect(openExternal).toHaveBeenCalledTimes(2);
});

it('lets requests in flight end when Windows shuts down', async () => {
  const whenSystemEnds = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const { window } = await open(place, whenSystemEnds);
  const event = { preventDefault: vi.fn() };
  window.emit('query-session-end', event);
  expect(whenSystemEnds).toHaveBeenCalledTimes(1);
  expect(event.preventDefault).toHaveBeenCalledTimes(1);
});
