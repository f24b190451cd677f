// Shows desktop notifications while the window is not in front: for what needs the seller, and for new sales.
import { BrowserWindow } from 'electron';
import type { EventPayload } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';
import { showNotification } from './desktop-notification.ts';
import { showScreen } from './window.ts';

/** `notifiesOfSales`: the setting for new sales. */
export const desktopNotifications =
  (notifiesOfSales: () => boolean): Emit =>
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
