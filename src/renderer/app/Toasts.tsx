// Shows toasts at the bottom of the window, in room that the frame leaves free, so that they cover nothing.
import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { useEffect } from 'react';
import { undoNewest } from '../components/undo-notes.ts';
import { useShortcut } from '../state/shortcuts.ts';
import styles from './Toasts.module.css';

const POSITION = 'bottom-center';
/** Px above and below the toasts. */
const AROUND = 8;

export function Toasts() {
  useShortcut('undo', undoNewest);
  // As at 200 %: the screen keeps its share.
  const isLow = useMediaQuery('(max-height: 420px)');
  // biome-ignore lint/correctness/useExhaustiveDependencies: applies the new limit to toasts that are shown already
  useEffect(() => notifications.updateState(notificationsStore, (shown) => shown), [isLow]);
  return (
    <Notifications
      ref={keepRoom}
      position={POSITION}
      transitionDuration={120}
      limit={isLow ? 1 : 2}
      // Under the dialogs.
      zIndex={150}
      notificationMaxHeight="80vh"
      className={styles.toasts ?? ''}
    />
  );
}

/** `--toasts` is the height that the toasts need now; the frame leaves it free. */
function keepRoom(container: HTMLElement | null): (() => void) | undefined {
  if (container?.dataset.position !== POSITION) return undefined;
  let kept = 0;
  /** A dialog that closes returns the focus without scrolling; to a row far below, which was out of sight before, as well. */
  const show = ({ target }: FocusEvent) => {
    if (kept === 0 || !(target instanceof Element) || container.contains(target)) return;
    const { top, bottom } = target.getBoundingClientRect();
    if (top < window.innerHeight && bottom > window.innerHeight - kept) target.scrollIntoView({ block: 'nearest' });
  };
  document.addEventListener('focusin', show);
  const observer = new ResizeObserver(() => {
    const room = container.offsetHeight === 0 ? 0 : container.offsetHeight + 2 * AROUND;
    const focused = document.activeElement;
    const { top = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {};
    const wasSeen = top < window.innerHeight - kept;
    document.documentElement.style.setProperty('--toasts', `${room}px`);
    // The list has less height now; the row that was just clicked stays visible.
    if (wasSeen && bottom > window.innerHeight - room && focused !== document.body)
      focused?.scrollIntoView({ block: 'nearest' });
    kept = room;
  });
  observer.observe(container);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', show);
  };
}
