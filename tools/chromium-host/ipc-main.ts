// ipcMain: the handlers of the main process, and how a message from a page reaches them.
import { EventEmitter } from 'node:events';
import type { Frame } from './surface.ts';
import type { WebContents } from './web-contents.ts';

export interface IpcEvent {
  readonly type: 'frame';
  readonly sender: WebContents;
  readonly senderFrame: Frame;
  readonly processId: number;
  readonly frameId: number;
  readonly ports: readonly unknown[];
  returnValue: unknown;
  reply(channel: string, ...args: unknown[]): void;
  defaultPrevented: boolean;
  preventDefault(): void;
}

type Handler = (event: IpcEvent, ...args: unknown[]) => unknown;

export class IpcMain extends EventEmitter {
  private readonly handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }

  /** For the tests of an app: every channel that something listens to or answers. */
  channels(): string[] {
    return [...this.eventNames().map(String), ...this.handlers.keys()];
  }

  /** Answers one `ipcRenderer.invoke`; a failure has Electron's words, since pages show or match them. */
  async answer(event: IpcEvent, channel: string, args: readonly unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel);
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      return await handler(event, ...args);
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error);
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`);
    }
  }
}

export const ipcMain = new IpcMain();

export function ipcEvent(sender: WebContents, senderFrame: Frame): IpcEvent {
  return {
    type: 'frame',
    sender,
    senderFrame,
    processId: 1,
    frameId: 1,
    ports: [],
    returnValue: undefined,
    reply: (channel, ...args) => sender.send(channel, ...args),
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}
