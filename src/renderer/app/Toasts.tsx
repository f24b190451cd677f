// Shows toasts at the bottom left, beside the navigation and under the dialogs.
import { Notifications } from '@mantine/notifications';
import { undoNewest } from '../components/notify.tsx';
import { useShortcut } from '../state/shortcuts.ts';
import styles from './Toasts.module.css';

export function Toasts() {
  useShortcut('undo', undoNewest);
  return (
    <Notifications
      position="bottom-left"
      transitionDuration={120}
      limit={3}
      zIndex={150}
      notificationMaxHeight="50vh"
      className={styles.toasts ?? ''}
    />
  );
}
