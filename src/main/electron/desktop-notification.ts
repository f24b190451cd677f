// Desktop notifications: kept as long as a click can reach them, and logged where the system refuses one.
import { Notification } from 'electron';

export interface DesktopNotification {
  readonly title: string;
  readonly body: string;
  onClick(): void;
  /** The system has taken it. Left out, nobody is told. */
  onShown?(): void;
}

/** On Windows they stay in the Action Center until somebody clears it. */
const MAX_KEPT = 20;

/** Oldest first. Electron refers to none of them: one that is collected hears no click. */
const kept = new Set<Notification>();

export function showNotification({ title, body, onClick, onShown }: DesktopNotification): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  const release = () => kept.delete(notification);
  notification.on('close', ({ reason }) => {
    // It has left the screen of Windows only, and waits in the Action Center.
    if (reason !== 'timedOut') release();
  });
  notification.on('click', () => {
    release();
    onClick();
  });
  notification.on('failed', (_event, error) => {
    release();
    console.error('A desktop notification was not shown', error);
  });
  if (onShown) notification.on('show', onShown);
  kept.add(notification);
  dropOldest();
  notification.show();
}

/** Out of the Action Center too, since a click there would do nothing any more. */
function dropOldest(): void {
  const [oldest] = kept;
  if (kept.size <= MAX_KEPT || oldest === undefined) return;
  kept.delete(oldest);
  oldest.close();
}
