// Opens a form as a dialog. A click beside it does not close it, so that nothing typed is lost by a slip.
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

/** `title` is the dialog's accessible name; `content` gets the function that closes it; `size` in px. */
export function openDialog(title: string, size: number, content: (close: () => void) => ReactNode): void {
  const modalId = modals.open({
    title,
    size,
    closeOnClickOutside: false,
    children: content(() => modals.close(modalId)),
  });
}
