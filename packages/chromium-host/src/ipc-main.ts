// ipcMain: the handlers of the main process, and the frames that its calls come from.
import { EventEmitter } from 'node:events';
import { coveredClass } from './objects.ts';

/** The part of Electron's WebFrameMain that sender checks use. */
export interface Frame {
  readonly url: string;
  readonly parent: Frame | null;
}

export interface InvokeEvent {
  readonly type: 'frame';
  readonly sender: object;
  /** Null once the sending document is gone. */
  readonly senderFrame: Frame | null;
}

type Handler = (event: InvokeEvent, ...args: unknown[]) => unknown;

class IpcMain extends EventEmitter {
  /** Electron's name, because a test reads it there too. */
  readonly _invokeHandlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this._invokeHandlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this._invokeHandlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this._invokeHandlers.delete(channel);
  }

  /** The result of one `ipcRenderer.invoke`; an error has Electron's message, since pages show or match it. */
  async answer(event: InvokeEvent, channel: string, args: readonly unknown[]): Promise<unknown> {
    const handler = this._invokeHandlers.get(channel);
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      return cloned(await handler(event, ...args));
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error);
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`);
    }
  }
}

/** Throws for values that Electron cannot send either. */
function cloned(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    throw new Error('An object could not be cloned.');
  }
}

export const ipcMain = new (coveredClass('ipcMain', IpcMain))();
