// Notification: printed and recorded instead of shown. A test may click the last one, let it time out, or have it refused.
import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { preventable } from './events.ts';
import { hasFault } from './faults.ts';
import { covered, NotCovered } from './not-covered.ts';
import { noteOutside } from './outside.ts';
import { isReady } from './readiness.ts';

const TEXTS = ['id', 'groupId', 'groupTitle', 'title', 'subtitle', 'body', 'urgency', 'timeoutType'] as const;
type Options = { readonly [Name in (typeof TEXTS)[number]]?: string } & { readonly silent?: boolean };

/** What the system around the app does to a notification. */
export type NotificationAct =
  | 'click'
  /** As on Windows: it leaves the screen, and stays in the Action Center, where it can be clicked. */
  | 'time-out'
  /** The person closes it. */
  | 'dismiss';

/** Weak, like Electron: an unreferenced notification may be collected, and then no click is emitted. */
const shown: WeakRef<Notification>[] = [];

export class Notification extends EventEmitter {
  title = '';
  body = '';
  silent = false;
  /** On the screen, or in the Action Center. */
  private isThere = false;

  constructor(options: Options = {}) {
    super();
    if (!isReady()) throw new Error('Cannot create Notification before app is ready');
    const unknown = Object.keys(options).find((name) => name !== 'silent' && !TEXTS.includes(name as never));
    if (unknown) throw new NotCovered(`Notification with "${unknown}"`);
    for (const name of TEXTS) Object.assign(this, { [name]: options[name] ?? '' });
    this.silent = options.silent ?? false;
    // biome-ignore lint/correctness/noConstructorReturn: the app must hold the one that reports its gaps
    return covered('Notification', this);
  }
  static isSupported(): boolean {
    return !hasFault('no-notifications');
  }

  show(): void {
    this.close();
    if (hasFault('no-notifications')) return;
    if (hasFault('notification-fails')) {
      this.report('failed', 'Notifications are not allowed for this application');
      return;
    }
    this.isThere = true;
    shown.push(new WeakRef(this));
    noteOutside('notification', [this.title, this.body].filter(Boolean).join(': '));
    this.report('show');
  }
  /** On Linux nothing is emitted: Electron releases the notification before the system reports it closed. */
  close(): void {
    if (!this.isThere) return;
    this.isThere = false;
    noteOutside('notification-closed', this.title);
    if (process.platform === 'darwin') this.emit('close', preventable());
    if (process.platform === 'win32') this.emit('close', preventable({ reason: 'applicationHidden' }));
  }

  /** Synchronous within `show` on Linux; delayed on other systems. */
  private report(event: 'show' | 'failed', ...args: unknown[]): void {
    if (process.platform === 'linux') this.emit(event, preventable(), ...args);
    else setImmediate(() => this.emit(event, preventable(), ...args));
  }

  /** False when there was no notification, or no listener. */
  receive(act: NotificationAct): boolean {
    if (!this.isThere) return false;
    if (act === 'time-out') return this.emit('close', preventable({ reason: 'timedOut' }));
    this.isThere = false;
    if (act === 'click') return this.emit('click', preventable());
    return this.emit('close', preventable(process.platform === 'win32' ? { reason: 'userCanceled' } : {}));
  }
}

/** Acts on the last notification like the person or the system. */
export function actOnNotification(act: NotificationAct): boolean {
  collectGarbage();
  return shown.at(-1)?.deref()?.receive(act) ?? false;
}

let collect: (() => void) | undefined;
function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
