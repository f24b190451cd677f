// The commands of a test or the demo to the running host, over the IPC channel of a Node child process.
import { EventEmitter } from 'node:events';
import type { App } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { clipboardPictureNow, clipboardTextNow } from './clipboard.ts';
import { answerDialogs, type DialogAnswers } from './dialog.ts';
import { preventable } from './events.ts';
import { ipcMain } from './ipc-main.ts';
import { choose, Menu } from './menu.ts';
import { actOnNotification, type NotificationAct } from './notification.ts';
import { outsideActs } from './outside.ts';
import { powerMonitor } from './system.ts';
import { clickTray, trayView } from './tray.ts';

export interface ControlRequest {
  readonly control: number;
  readonly ask:
    | 'clipboard'
    | 'clipboard-picture'
    | 'outside'
    | 'dialogs'
    | 'notification'
    | 'menu'
    | 'power'
    | 'throw'
    | 'tray'
    | 'click-tray'
    | 'open-url'
    | 'visible'
    | 'channels';
  readonly value?: unknown;
}

export interface ControlAnswer {
  readonly control: number;
  readonly value: unknown;
}

async function answer(app: App, request: ControlRequest): Promise<unknown> {
  switch (request.ask) {
    case 'clipboard':
      return clipboardTextNow();
    case 'clipboard-picture':
      return clipboardPictureNow();
    case 'outside':
      return outsideActs();
    case 'dialogs':
      return answerDialogs(request.value as DialogAnswers);
    case 'notification':
      return actOnNotification(request.value as NotificationAct);
    case 'menu': {
      const item = Menu.getApplicationMenu()?.getMenuItemById(String(request.value));
      return item ? choose(item) : false;
    }
    case 'throw':
      setImmediate(() => {
        throw new Error(String(request.value));
      });
      return undefined;
    case 'tray':
      return trayView();
    case 'click-tray':
      return clickTray(String(request.value));
    case 'open-url':
      return app.emit('open-url', preventable(), String(request.value));
    case 'visible':
      return BrowserWindow.getAllWindows().some((window) => window.isVisible());
    case 'channels':
      return ipcMain.channels();
    case 'power':
      return EventEmitter.prototype.emit.call(powerMonitor, String(request.value));
  }
}

/** The app quits when its parent process has ended without a message. */
export function serveControl(app: App): void {
  if (!process.send) return;
  process.on('message', (message) => {
    const request = message as Partial<ControlRequest> | null;
    if (typeof request?.control !== 'number' || !request.ask) return;
    void answer(app, request as ControlRequest).then((value) => process.send?.({ control: request.control, value }));
  });
  process.on('disconnect', () => app.quit());
}
