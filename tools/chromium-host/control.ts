// What a test or the demo may ask of the running host, over the channel that Node gives to a child process.
import { EventEmitter } from 'node:events';
import { clipboardPictureNow, clipboardTextNow } from './clipboard.ts';
import { answerDialogs, type DialogAnswers } from './dialog.ts';
import { Menu } from './menu.ts';
import { clickNotification } from './notification.ts';
import { outsideActs } from './outside.ts';
import { powerMonitor } from './system.ts';

export interface ControlRequest {
  readonly control: number;
  readonly ask:
    | 'clipboard'
    | 'clipboard-picture'
    | 'outside'
    | 'dialogs'
    | 'click-notification'
    | 'menu'
    | 'power'
    | 'throw';
  readonly value?: unknown;
}

export interface ControlAnswer {
  readonly control: number;
  readonly value: unknown;
}

async function answer(request: ControlRequest): Promise<unknown> {
  switch (request.ask) {
    case 'clipboard':
      return clipboardTextNow();
    case 'clipboard-picture':
      return clipboardPictureNow();
    case 'outside':
      return outsideActs();
    case 'dialogs':
      return answerDialogs(request.value as DialogAnswers);
    case 'click-notification':
      return clickNotification();
    case 'menu': {
      const item = Menu.getApplicationMenu()?.getMenuItemById(String(request.value));
      item?.click();
      return Boolean(item);
    }
    case 'throw':
      setImmediate(() => {
        throw new Error(String(request.value));
      });
      return undefined;
    case 'power':
      return EventEmitter.prototype.emit.call(powerMonitor, String(request.value));
  }
}

/** @param onParentGone the process that started this one has ended without saying so */
export function serveControl(onParentGone: () => void): void {
  if (!process.send) return;
  process.on('message', (message) => {
    const request = message as Partial<ControlRequest> | null;
    if (typeof request?.control !== 'number' || !request.ask) return;
    void answer(request as ControlRequest).then((value) => process.send?.({ control: request.control, value }));
  });
  process.on('disconnect', onParentGone);
}
