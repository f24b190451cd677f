// Desktop notifications while the window is not in front: what needs the seller, and new sales.
import { BrowserWindow, Notification } from 'electron';
import type { EventPayload } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';

/** The newest ones. Electron keeps no reference, and a collected notification would not receive its click. */
const recent: Notification[] = [];
const MAX_RECENT = 20;

function showNotification(title: string, body: string, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  notification.on('click', onClick);
  notification.on('failed', (_event, error) => console.error('A desktop notification was not shown', error));
  recent.push(notification);
  if (recent.length > MAX_RECENT) recent.shift()?.close();
  notification.show();
}

/** @param notifiesOfSales the setting for new sales */
export const desktopNotifications =
  (notifiesOfSales: () => boolean, showScreen: (to: string, storeId?: string | null) => void): Emit =>
  (event, payload) => {
    if (BrowserWindow.getFocusedWindow() !== null) return;
    if (event === 'toast') {
      const { kind, message, to } = payload as EventPayload<'toast'>;
      if (kind === 'attention') showNotification(texts.shell.needsAttention, message, () => showScreen(to ?? '#/sync'));
    } else if (event === 'sold' && notifiesOfSales()) {
      const { storeId, title, message, to } = payload as EventPayload<'sold'>;
      showNotification(title, message, () => showScreen(to, storeId));
    }
  };
