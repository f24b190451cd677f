// Desktop notifications: what needs the seller is told there too while the window is not in front.
import { BrowserWindow, Notification } from 'electron';
import type { EventPayload } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Tell } from '../desk/told.ts';
import { showScreen } from './window.ts';

/** A notification that nothing refers to may be collected before it is clicked. */
const shown = new Set<Notification>();

/** The same events, and a desktop notification for those that need the seller. */
export function notifying(tell: Tell): Tell {
  return (event, payload) => {
    tell(event, payload);
    if (event !== 'told') return;
    const { kind, message, actionId } = payload as EventPayload<'told'>;
    if (kind !== 'attention' || BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
    const notification = new Notification({ title: texts.shell.needsYou, body: message });
    shown.add(notification);
    notification.on('close', () => shown.delete(notification));
    notification.on('click', () => {
      shown.delete(notification);
      showScreen(actionId === null ? '#/sync' : `#/sync/${actionId}`);
    });
    notification.show();
  };
}
