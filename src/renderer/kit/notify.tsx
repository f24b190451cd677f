// Toasts: the result of a click, or news of the app, with a next step or an undo.
import { Button, Group } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { DELETION_GRACE_MS } from '../../shared/payment-link.ts';
import type { Problem, Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import { useFrameState } from '../state/frame.ts';
import { withShortcut } from '../state/shortcuts.ts';

export type NotifyKind = 'success' | 'information' | 'attention' | 'error';

export interface NotifyAction {
  readonly label: string;
  readonly run: () => void;
}

const LOOKS = {
  success: { color: 'teal', Icon: IconCheck },
  information: { color: 'gray', Icon: IconInfoCircle },
  attention: { color: 'orange', Icon: IconAlertTriangle },
  error: { color: 'red', Icon: IconX },
} as const;

/** The most toasts on screen: a fourth removes the oldest, if possible one without "Undo". */
const MOST = 3;
/** How long a toast stays, in ms. With a button as long as a deletion can be undone, so that one time fits all. */
const STAYS = { plain: 5_000, withButton: DELETION_GRACE_MS } as const;

/** "Undo" of the toasts on screen, oldest first, by the toast's id. */
const undos = new Map<string, () => void>();

/** Presses "Undo" of the newest toast that has one. */
export const undoNewest = (): void => [...undos.values()].at(-1)?.();

interface NotifyOptions {
  readonly action?: NotifyAction | undefined;
  /** Adds the button "Undo", which Ctrl+Z presses too. */
  readonly undo?: (() => Promise<unknown>) | undefined;
}

/** Shows a toast with one button at most, which also closes it. */
export function notify(kind: NotifyKind, text: string, { action, undo }: NotifyOptions = {}) {
  const visible = notificationsStore.getState().notifications;
  const oldest = visible.find(({ id }) => !undos.has(id ?? '')) ?? visible[0];
  if (visible.length >= MOST && oldest?.id) notifications.hide(oldest.id);
  const { color, Icon } = LOOKS[kind];
  const button = undo ? { label: texts.common.undo, run: () => void undo() } : action;
  const take = () => {
    if (undo && !undos.delete(id)) return;
    notifications.hide(id);
    button?.run();
  };
  const id = notifications.show({
    color,
    icon: <Icon size={16} aria-hidden />,
    role: kind === 'error' || kind === 'attention' ? 'alert' : 'status',
    // A pointer on a toast keeps it open, but not one with "Undo": that closes below when the deletion is sent.
    autoClose: undo ? false : button ? STAYS.withButton : STAYS.plain,
    closeButtonProps: { 'aria-label': texts.common.close },
    onClose: () => undos.delete(id),
    message: (
      <Group gap={12} wrap="nowrap" justify="space-between">
        <span style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text}</span>
        {button && (
          <Button
            size="compact-sm"
            variant="default"
            flex="none"
            // The second click of a double click would hit the toast that moves up.
            onClick={({ detail }) => detail < 2 && take()}
            {...(undo && withShortcut('undo', button.label))}
          >
            {button.label}
          </Button>
        )}
      </Group>
    ),
  });
  if (!undo) return;
  undos.set(id, take);
  setTimeout(() => notifications.hide(id), STAYS.withButton);
}

/** A refusal by the seller is not an error. */
export const notifyProblem = ({ code, message }: Problem): void =>
  notify(code === 'forbidden' ? 'information' : 'error', message);

/** The shown store, in which to undo later. Read it before the call that accepts the changes. */
export const shownStoreId = (): string => useFrameState.getState().frame?.currentStoreId ?? '';

/** Shows a failure as a toast; the control itself shows success. Resolves to whether it succeeded. */
export async function report(answer: Promise<Result<unknown>>): Promise<boolean> {
  const result = await answer;
  if (!result.ok) notify('error', result.problem.message);
  return result.ok;
}

/** The answer's value; undefined after a toast if there is none. */
export async function orNotify<T>(answer: Promise<Result<T>>): Promise<T | undefined> {
  const result = await answer;
  if (result.ok) return result.value;
  notify('error', result.problem.message);
  return undefined;
}
