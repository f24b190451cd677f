// Toasts: they confirm what a click did, and offer the next step or the way back.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { allSent, sentAtOnce, whenSent } from './sending.ts';

export type ToastKind = 'success' | 'information' | 'attention' | 'error';

const LOOKS = {
  success: { color: 'teal', Icon: IconCheck, stays: 4_000 },
  information: { color: 'gray', Icon: IconInfoCircle, stays: 4_000 },
  attention: { color: 'orange', Icon: IconAlertTriangle, stays: 12_000 },
  error: { color: 'red', Icon: IconX, stays: 12_000 },
} as const;

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** The last toast that only confirms; the next one takes its place, so that quick work does not pile them up. */
let lastQuiet: string | null = null;

/** Toasts that say what a change waits for, with that sentence. */
const waiting = new Map<string, string>();

/** Closes the toasts that tell of waiting when that is over: what they say and offer holds no more. */
export function closeOutdatedToasts(): void {
  for (const [id, sentence] of waiting) {
    if (sentence === whenSent() && !allSent()) continue;
    waiting.delete(id);
    notifications.hide(id);
  }
}

/** Shows a toast. With an action it has a button ("Undo", "Review") that also closes it. */
export function toast(kind: ToastKind, message: string, action?: ToastAction): void {
  const { color, Icon, stays } = LOOKS[kind];
  const quiet = !action && (kind === 'success' || kind === 'information');
  if (quiet && lastQuiet) notifications.hide(lastQuiet);
  const id = notifications.show({
    color,
    icon: <Icon size={16} aria-hidden />,
    autoClose: action ? Math.max(stays, 10_000) : stays,
    closeButtonProps: { 'aria-label': 'Close' },
    role: kind === 'error' || kind === 'attention' ? 'alert' : 'status',
    message: action ? (
      <Group gap={8} wrap="nowrap" justify="space-between">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          style={{ flex: 'none' }}
          onClick={() => {
            notifications.hide(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      </Group>
    ) : (
      message
    ),
  });
  if (quiet) lastQuiet = id;
  if (!sentAtOnce() && message.includes(whenSent())) waiting.set(id, whenSent());
}
