// ipcMain: the handlers of the main process, and the dispatch of messages from pages.
import { EventEmitter } from 'node:events';
import type { Frame } from './frame.ts';

/** The `webContents` of the sender. */
interface Sender {
  send(channel: string, ...args: unknown[]): void;
}

export interface IpcEvent {
  readonly type: 'frame';
  readonly sender: Sender;
  /** Null once the sending document is gone. */
  readonly senderFrame: Frame | null;
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

  constructor() {
    super();
    // A page may send on any channel; without a listener on this one Node would throw.
    this.on('error', () => {});
  }

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof handler !== 'function') {
      throw new Error(`Expected handler to be a function, but found type '${typeof handler}'`);
    }
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

  /** For tests of an app: every channel with a listener or a handler. */
  channels(): string[] {
    return [...this.eventNames().map(String), ...this.handlers.keys()];
  }

  /**
   * Answers one `ipcRenderer.invoke`; an error has Electron's message, since pages show or match it.
   * @param reply throws when the answer cannot be cloned
   */
  async answer(
    event: IpcEvent,
    channel: string,
    args: readonly unknown[],
    reply: (value: unknown) => void,
  ): Promise<void> {
    const handler = this.handlers.get(channel);
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      reply(await handler(event, ...args));
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error);
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`);
    }
  }
}

export const ipcMain = new IpcMain();

/** @param frame of the sending document, while it exists */
export function ipcEvent(sender: Sender, frame: () => Frame | null): IpcEvent {
  return {
    type: 'frame',
    sender,
    get senderFrame() {
      return frame();
    },
    processId: 1,
    frameId: 1,
    ports: [],
    returnValue: undefined,
    reply: (channel, ...args) => {
      if (frame()) sender.send(channel, ...args);
    },
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}
