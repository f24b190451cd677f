// The small parts of the system around the app: power, screen, shortcuts.
import { EventEmitter } from 'node:events';
import { covered } from './not-covered.ts';

class PowerMonitor extends EventEmitter {
  getSystemIdleState(): 'active' {
    return 'active';
  }
  getSystemIdleTime(): number {
    return 0;
  }
  isOnBatteryPower(): boolean {
    return false;
  }
}

/** Emits nothing by itself; a test may emit "suspend" and "resume" on it. */
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

/** Only whether there is a network, which the host takes for granted; requests go through Node. */
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
export const screen = covered('screen', new Screen());

export const globalShortcut = covered('globalShortcut', {
  register: (_keys: string, _run: () => void) => false,
  isRegistered: (_keys: string) => false,
  unregister: (_keys: string) => {},
  unregisterAll: () => {},
});

export const crashReporter = covered('crashReporter', {
  start: (_options: unknown) => {},
  addExtraParameter: (_key: string, _value: string) => {},
  getUploadToServer: () => false,
});
