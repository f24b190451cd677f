// Opens a form as a dialog. A click beside it does not close it, so that nothing typed is lost by a slip.
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

/**
 * `title` is the dialog's accessible name; `content` gets the function that closes it; `size` in px. `closed` is told when
 * it is closed in whatever way.
 */
export function openDialog(
  title: string,
  size: number,
  content: (close: () => void) => ReactNode,
  closed?: () => void,
): void {
  const modalId = modals.open({
    title,
    size,
    closeOnClickOutside: false,
    ...(closed ? { onClose: closed } : {}),
    children: content(() => modals.close(modalId)),
  });
}
