// What the system shows outside the window: notifications, and the tray with its pictures. This host shows none of it.
// Also sleep, which this host never reports, and the programs that open addresses and folders.
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type { Menu } from './menu.ts';
import { covered, coveredClass, mustBeReady, preventable } from './objects.ts';

class CoveredNotification extends EventEmitter {
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: { readonly title?: string; readonly body?: string }) {
    mustBeReady('Cannot create Notification');
    super();
    this.title = title;
    this.body = body;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    console.log(`[notification] ${this.title}: ${this.body}`);
    setImmediate(() => this.emit('show', preventable()));
  }
  close(): void {}
}
export const Notification = coveredClass('Notification', CoveredNotification);

class NativeImage {
  addRepresentation(_picture: object): void {}
  setTemplateImage(_on: boolean): void {}
}
export const nativeImage = covered('nativeImage', {
  createFromDataURL: (_url: string) => new (coveredClass('NativeImage', NativeImage))(),
});

class CoveredTray extends EventEmitter {
  constructor(_image: NativeImage) {
    mustBeReady('Cannot create Tray');
    super();
  }
  setToolTip(_text: string): void {}
  setContextMenu(_menu: Menu | null): void {}
  destroy(): void {}
}
export const Tray = coveredClass('Tray', CoveredTray);

/** Emits nothing by itself. */
export const powerMonitor = covered('powerMonitor', new EventEmitter());

/** @param open whether a person is present; otherwise the log shows what would open */
export function createShell(open: boolean) {
  const hand = (target: string): void => {
    console.log(`[open] ${target}`);
    if (!open) return;
    const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' };
    const child = spawn(programs[process.platform] ?? 'xdg-open', [target], { stdio: 'ignore', detached: true });
    child.on('error', (error) => console.error(`[host] could not open ${target}: ${error.message}`));
    child.unref();
  };
  return covered('shell', {
    async openExternal(url: string): Promise<void> {
      if (!URL.canParse(url)) throw new Error('Invalid URL');
      hand(url);
    },
    /** Resolves with the error message; empty if the path is handed over. */
    async openPath(path: string): Promise<string> {
      if (!existsSync(path)) return 'Failed to open path';
      hand(path);
      return '';
    },
  });
}
