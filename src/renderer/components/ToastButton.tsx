// A button of a toast.
import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { texts } from '../../shared/texts/window.ts';
import { withShortcut } from '../state/shortcuts.ts';

interface ToastButtonProps {
  readonly label: string;
  /** Aborted when it is offered no longer: the button goes at once, the toast after its transition. */
  readonly offered: AbortSignal;
  take(): void;
}

export function ToastButton({ label, offered, take }: ToastButtonProps) {
  const isOver = useSyncExternalStore(
    (changed) => {
      offered.addEventListener('abort', changed);
      return () => offered.removeEventListener('abort', changed);
    },
    () => offered.aborted,
  );
  if (isOver) return null;
  const isUndo = label === texts.common.undo;
  return (
    <Button
      size="compact-sm"
      variant="default"
      style={{ flex: 'none' }}
      onClick={take}
      {...(isUndo && withShortcut('undo', label))}
    >
      {label}
    </Button>
  );
}
