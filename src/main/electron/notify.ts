// Shows desktop notifications for what needs the seller while the window is not in front.
import { BrowserWindow } from 'electron';
import type { EventPayload } from '../../shared/contract.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../notifier.ts';
import { showNotification } from './desktop-notification.ts';
import { showScreen } from './window.ts';

export const desktopNotifications: Emit = (event, payload) => {
  if (event !== 'told') return;
  const { kind, message, to } = payload as EventPayload<'told'>;
  if (kind !== 'attention' || BrowserWindow.getFocusedWindow() !== null) return;
  showNotification({
    title: texts.shell.needsAttention,
    body: message,
    onClick: () => showScreen(to ?? '#/sync'),
  });
};
