// Small parts of the system: power, screen, shortcuts.
import { EventEmitter } from 'node:events';
import { covered } from './not-covered.ts';
import { isReady } from './readiness.ts';

class PowerMonitor extends EventEmitter {
  getSystemIdleState(threshold: number): 'active' {
    if (!(threshold > 0)) throw new TypeError('Invalid idle threshold, must be greater than 0');
    return 'active';
  }
  getSystemIdleTime(): number {
    return 0;
  }
  isOnBatteryPower(): boolean {
    return false;
  }
}

/** Emits nothing on its own; a test may emit "suspend" and "resume" on it. */
export const powerMonitor = covered('powerMonitor', new PowerMonitor());

export const powerSaveBlocker = covered('powerSaveBlocker', {
  start: (_type: string) => 1,
  stop: (_id: number) => true,
  isStarted: (_id: number) => false,
});

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const display = {
  id: 1,
  bounds: area,
  workArea: area,
  size: area,
  workAreaSize: area,
  scaleFactor: 1,
  rotation: 0,
  internal: true,
};

/** Only whether there is a network, which the host assumes; requests go through Node. */
export const net = covered('net', { isOnline: () => true, online: true });

class Screen extends EventEmitter {
  getPrimaryDisplay() {
    return display;
  }
  getAllDisplays() {
    return [display];
  }
  getDisplayMatching(_bounds: object) {
    return display;
  }
  getDisplayNearestPoint(_point: object) {
    return display;
  }
  getCursorScreenPoint() {
    return { x: 0, y: 0 };
  }
}

/** Electron creates the object on first use, which must be after ready. */
export const screen = new Proxy(covered('screen', new Screen()), {
  get(target, key) {
    if (!isReady()) throw new Error("The 'screen' module can't be used before the app 'ready' event");
    const value: unknown = Reflect.get(target, key);
    return typeof value === 'function' ? value.bind(target) : value;
  },
});

function afterReady(): void {
  if (!isReady()) throw new Error('globalShortcut cannot be used before the app is ready');
}

/** As if another program has the key. */
export const globalShortcut = covered('globalShortcut', {
  register: (_keys: string, _run: () => void) => {
    afterReady();
    return false;
  },
  isRegistered: (_keys: string) => false,
  unregister: (_keys: string) => afterReady(),
  unregisterAll: afterReady,
});

export const crashReporter = covered('crashReporter', {
  start: (_options: unknown) => {},
  addExtraParameter: (_key: string, _value: string) => {},
  getUploadToServer: () => false,
});
