// Notification: printed and kept for a test instead of shown.
import { EventEmitter } from 'node:events';
import { noteOutside } from './outside.ts';

interface NotificationOptions {
  readonly title?: string;
  readonly body?: string;
  readonly silent?: boolean;
}

const shown: Notification[] = [];

export class Notification extends EventEmitter {
  title: string;
  body: string;
  silent: boolean;

  constructor(options: NotificationOptions = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    shown.push(this);
    noteOutside('notification', [this.title, this.body].filter(Boolean).join(': '));
    this.emit('show', {});
  }
  close(): void {
    this.emit('close', {});
  }
}

/** As if the person had clicked the last notification. */
export function clickNotification(): boolean {
  return shown.at(-1)?.emit('click', {}) ?? false;
}
