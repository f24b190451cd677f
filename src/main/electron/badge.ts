// The number on the app's icon (macOS dock, Windows taskbar, Linux launchers that have it): the changes of all stores that
// wait or need the seller.
import { app, BrowserWindow } from 'electron';
import type { EventPayload } from '../../shared/contract.ts';
import type { Emit } from '../handlers.ts';
import { type Count, countOf, describeCount } from './count.ts';
import { overlayPicture } from './pictures.ts';

const NOTHING: Count = { waiting: 0, attention: 0 };
const isSame = (a: Count, b: Count): boolean => a.waiting === b.waiting && a.attention === b.attention;
const sumOf = ({ waiting, attention }: Count): number => waiting + attention;

/** Windows shows an overlay picture on the window's icon, with a description for screen readers. */
function overlay(window: BrowserWindow, count: Count): void {
  const sum = sumOf(count);
  window.setOverlayIcon(sum === 0 ? null : overlayPicture(sum), sum === 0 ? '' : describeCount(count));
}

export function iconBadge(platform: NodeJS.Platform = process.platform): Emit {
  let shown = NOTHING;
  if (platform === 'win32') {
    // The overlay is lost when the window is hidden.
    app.on('browser-window-created', (_event, window) => window.on('show', () => overlay(window, shown)));
  }
  return (event, payload) => {
    if (event !== 'frame.changed') return;
    const count = countOf((payload as EventPayload<'frame.changed'>).stores);
    const before = shown;
    shown = count;
    if (platform === 'win32') {
      if (isSame(count, before)) return;
      for (const window of BrowserWindow.getAllWindows()) overlay(window, count);
    } else if (sumOf(count) !== sumOf(before)) app.setBadgeCount(sumOf(count));
  };
}
