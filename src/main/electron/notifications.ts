// Shows desktop notifications, and keeps them referenced as long as they can be clicked.
import { BrowserWindow, Notification } from 'electron';
import type { EventPayload } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';

export interface DesktopNotification {
  readonly title: string;
  readonly body: string;
  onClick(): void;
  onShown?(): void;
}

/** On Windows they stay in the Change Center. */
const MAX_KEPT = 20;

/** Oldest first. Electron keeps no reference, so a collected one would not receive clicks. */
const kept = new Set<Notification>();

export function showNotification({ title, body, onClick, onShown }: DesktopNotification): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  const release = () => kept.delete(notification);
  notification.on('close', ({ reason }) => {
    // On Windows it is still in the Change Center.
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

/** Also removes it from the Change Center, because a click would do nothing. */
function dropOldest(): void {
  const [oldest] = kept;
  if (kept.size <= MAX_KEPT || oldest === undefined) return;
  kept.delete(oldest);
  oldest.close();
}

/**
 * While the window is not in front: what needs the seller, and new sales.
 * @param notifiesOfSales the setting for new sales
 */
export const desktopNotifications =
  (notifiesOfSales: () => boolean, showScreen: (to: string, storeId?: string | null) => void): Emit =>
  (event, payload) => {
    if (BrowserWindow.getFocusedWindow() !== null) return;
    if (event === 'toast') {
      const { kind, message, to } = payload as EventPayload<'toast'>;
      if (kind !== 'attention') return;
      showNotification({
        title: texts.shell.needsAttention,
        body: message,
        onClick: () => showScreen(to ?? '#/sync'),
      });
    } else if (event === 'sold' && notifiesOfSales()) {
      const { storeId, title, message, to } = payload as EventPayload<'sold'>;
      showNotification({ title, body: message, onClick: () => showScreen(to, storeId) });
    }
  };
