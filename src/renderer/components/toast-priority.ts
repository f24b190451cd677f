// Which toasts are shown where there is no room for all.
import { notifications, notificationsStore } from '@mantine/notifications';

/**
 * An answer is shown at once; then the newest undo, whose time runs, before news, and before what needs attention, which Sync has
 * too. Older undos come back when there is room.
 */
export const PRIORITIES = { answer: 1, newestUndo: 0.9, news: 0.7, attention: 0.5, olderUndo: 1e-6 } as const;
let undosShown = 0;

/** Call before the toast of another one is shown. */
export function letNewestUndoGoFirst(): void {
  undosShown += 1;
  const priority = undosShown * PRIORITIES.olderUndo;
  notifications.updateState(notificationsStore, (shown) =>
    shown.map((one) => (one.priority === PRIORITIES.newestUndo ? { ...one, priority } : one)),
  );
}
