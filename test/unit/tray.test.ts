// The app outside its window: the tray, the mark on its icon, and running after the window was closed.
import { beforeEach, describe, expect, it, vi } from 'vitest';

interface Item {
  readonly label?: string;
  readonly enabled?: boolean;
  readonly checked?: boolean;
  readonly click?: () => void;
}

const { trays, notifications, windows, app, system, FakeImage } = vi.hoisted(() => ({
  FakeImage: class {
    readonly scales = [1];
    isTemplate = false;
    constructor(readonly url: string) {}
    addRepresentation({ scaleFactor, dataURL }: { scaleFactor: number; dataURL: string }) {
      if (dataURL.startsWith('data:image/png;base64,')) this.scales.push(scaleFactor);
    }
    setTemplateImage(isTemplate: boolean) {
      this.isTemplate = isTemplate;
    }
    /** At fixed positions of the PNG header. */
    size() {
      const bytes = Buffer.from(this.url.split(',')[1] ?? '', 'base64');
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    }
  },
  /** Whether it shows no notification. */
  system: { refuses: false },
  trays: [] as FakeTray[],
  notifications: [] as { title: string; body: string; click: () => void }[],
  windows: [] as { setOverlayIcon: ReturnType<typeof vi.fn> }[],
  app: { on: vi.fn(), setBadgeCount: vi.fn() },
}));
type Image = InstanceType<typeof FakeImage>;
interface FakeTray {
  image: Image;
  toolTip: string;
  menu: Item[];
  built: number;
  destroyed: boolean;
  emit(event: string): boolean;
}

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Tray extends Emitter {
    toolTip = '';
    menu: Item[] = [];
    built = 0;
    destroyed = false;
    constructor(readonly image: Image) {
      super();
      trays.push(this as unknown as FakeTray);
    }
    setToolTip(text: string) {
      this.toolTip = text;
    }
    setContextMenu(menu: Item[]) {
      this.menu = menu;
      this.built += 1;
    }
    destroy() {
      this.destroyed = true;
    }
  }
  class Notification extends Emitter {
    static isSupported = () => true;
    constructor(readonly shown: { title: string; body: string }) {
      super();
    }
    show() {
      notifications.push({ ...this.shown, click: () => void this.emit('click', {}) });
      if (system.refuses) this.emit('failed', {}, 'not allowed');
      else this.emit('show', {});
    }
  }
  return {
    default: {},
    app,
    BrowserWindow: { getAllWindows: () => windows },
    Menu: { buildFromTemplate: (template: Item[]) => template },
    nativeImage: { createFromDataURL: (url: string) => new FakeImage(url) },
    Notification,
    Tray,
  };
});

const { iconBadge, trayIcon } = await import('../../src/main/electron/tray.ts');
const { background } = await import('../../src/main/electron/background.ts');

const store = (id: string, waiting: number, attention = 0, workOffline = false) => ({
  id,
  name: `Store ${id} & sons`,
  waiting,
  attention,
  workOffline,
});
const frame = (tray: boolean, ...stores: ReturnType<typeof store>[]) =>
  ({ stores, currentStoreId: stores[0]?.id ?? null, settings: { tray } }) as never;

beforeEach(() => {
  trays.length = 0;
  notifications.length = 0;
  windows.length = 0;
  vi.clearAllMocks();
});

describe('the tray icon', () => {
  const acts = { open: vi.fn(), openSync: vi.fn(), workOffline: vi.fn(() => Promise.resolve()), quit: vi.fn() };
  const labels = (tray: FakeTray | undefined) => tray?.menu.map(({ label }) => label ?? '-');
  const choose = (tray: FakeTray | undefined, label: string) =>
    tray?.menu.find((item) => item.label === label)?.click?.();

  it('counts all stores, and rebuilds its menu only if its texts change', () => {
    const emit = trayIcon(acts, 'linux');
    emit('frame.changed', frame(true, store('a', 2, 1), store('b', 1)));
    emit('frame.changed', frame(true, store('a', 1, 1), store('b', 2)));
    expect(trays[0]?.built).toBe(1);
    expect(labels(trays[0])).toEqual([
      'Open Storefront Desk',
      '-',
      '3 waiting, 1 needs attention',
      'Work offline: Store a && sons',
      '-',
      'Quit',
    ]);
    emit('frame.changed', frame(true, store('a', 0, 2, true), store('b', 0)));
    expect(trays[0]?.built).toBe(2);
    expect(trays[0]?.menu[2]).toMatchObject({ label: '2 need attention', enabled: true });
    expect(trays[0]?.menu[3]).toMatchObject({ checked: true });
  });

  it('runs its menu items', async () => {
    const emit = trayIcon(acts, 'win32');
    emit('frame.changed', frame(true, store('a', 2)));
    const [tray] = trays;
    choose(tray, 'Open Storefront Desk');
    tray?.emit('click');
    expect(acts.open).toHaveBeenCalledTimes(2);
    choose(tray, '2 waiting');
    expect(acts.openSync).toHaveBeenCalledOnce();
    choose(tray, 'Work offline');
    expect(acts.workOffline).toHaveBeenCalledWith('a', true);
    // Without a new event it could not change: the test checks that the system's mark is removed.
    await expect.poll(() => tray?.built).toBe(2);
    expect(tray?.menu[3]).toMatchObject({ label: 'Work offline', checked: false });
    choose(tray, 'Quit');
    expect(acts.quit).toHaveBeenCalledOnce();
  });

  it.each([
    ['linux', 24, false],
    ['win32', 16, false],
    ['darwin', 18, true],
  ] as const)('is a picture for %s, also for screens with twice the pixels', (platform, size, isTemplate) => {
    trayIcon(acts, platform)('frame.changed', frame(true));
    const image = trays[0]?.image;
    expect(image?.size()).toEqual({ width: size, height: size });
    expect(image?.scales).toEqual([1, 2]);
    expect(image?.isTemplate).toBe(isTemplate);
    // On macOS a click opens the menu itself.
    expect(trays[0]?.emit('click')).toBe(platform !== 'darwin');
  });
});

describe('the mark on the icon', () => {
  it('counts all stores, and is set only when it changes', () => {
    const emit = iconBadge('linux');
    emit('frame.changed', frame(false, store('a', 2, 1), store('b', 1)));
    emit('frame.changed', frame(false, store('a', 3, 1)));
    emit('frame.changed', frame(false, store('a', 0)));
    expect(app.setBadgeCount.mock.calls).toEqual([[4], [0]]);
  });
});

describe('closing the window', () => {
  const place = () => {
    let value = { bounds: null, maximized: false, screen: '', toldBackground: false };
    return {
      get value() {
        return value;
      },
      save: async (next: typeof value) => {
        value = next;
      },
    };
  };
  const settings = (keepSending: boolean, tray: boolean) => () => ({ keepSending, tray }) as never;

  it.each([
    ['linux', false, false, false],
    ['win32', true, false, true],
    ['darwin', false, false, true],
    ['linux', true, true, false],
    ['darwin', true, true, false],
  ] as const)(
    'on %s, with the setting %s and the app ending %s: it keeps running is %s',
    (platform, keeps, ends, stays) => {
      const deps = { settings: settings(keeps, false), isEnding: () => ends, place: place(), platform, show: vi.fn() };
      expect(background(deps).staysOpen()).toBe(stays);
    },
  );

  it('says once, ever, how to get the window back', async () => {
    const kept = place();
    const show = vi.fn();
    const deps = { isEnding: () => false, place: kept, platform: 'linux' as const, show };
    background({ ...deps, settings: settings(true, false) }).hidden();
    await expect.poll(() => kept.value.toldBackground).toBe(true);
    background({ ...deps, settings: settings(true, true) }).hidden();
    expect(notifications.map(({ body }) => body)).toEqual([
      'Changes are still sent while the window is closed. To reopen the window, start the app again. To exit, choose Quit.',
    ]);
    notifications[0]?.click();
    expect(show).toHaveBeenCalledOnce();
  });
});
