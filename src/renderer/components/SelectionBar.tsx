// The toolbar for selected rows, in place of the list's own header.
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { isPressed } from '../../shared/shortcuts.ts';
import { texts } from '../../shared/texts/window.ts';
import styles from './SelectionBar.module.css';
import type { TableHandle } from './table-props.ts';

const t = texts.parts.selection;

export interface SelectionBarProps {
  /** How many rows are selected. */
  readonly count: number;
  /** How many of them the list does not show. */
  readonly hidden?: number;
  clear(): void;
  /** The Delete key on one of the buttons. */
  remove?(): void;
  /** Gets the focus when the selection is cleared, for the buttons are unmounted then. */
  readonly table: RefObject<TableHandle | null>;
  /** The buttons for the selection. */
  readonly actions: ReactNode;
  /** Shown while nothing is selected. */
  readonly children: ReactNode;
}

export function SelectionBar({ count, hidden = 0, clear, remove, table, actions, children }: SelectionBarProps) {
  const some = count > 0;
  const clearAll = () => {
    clear();
    table.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!some || !event.currentTarget.contains(event.target as Element)) return;
    if (event.key === 'Escape') clearAll();
    else if (remove && isPressed('remove', event.nativeEvent)) remove();
    else moveAlong(event);
  };
  return (
    <div className={styles.either}>
      <div className={some ? styles.setAside : undefined}>{children}</div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a toolbar while something is selected */}
      <div
        className={styles.selection}
        data-empty={!some || undefined}
        {...(some ? { role: 'toolbar', 'aria-label': t.label } : {})}
        onKeyDown={onKeyDown}
      >
        {/* Always rendered, so that screen readers announce the count when it changes. */}
        <span aria-live="polite" className={some ? styles.selected : undefined}>
          {some && <span>{t.count({ count })}</span>}
          {hidden > 0 && <span className={styles.notShown}>{t.notShown({ hidden })}</span>}
        </span>
        {some && (
          <>
            {actions}
            <ActionIcon aria-label={t.clear} title={t.clear} onClick={clearAll}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
    </div>
  );
}

/** The arrow keys move between the buttons of a toolbar. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (by === 0 || at < 0) return;
  event.preventDefault();
  buttons.at((at + by) % buttons.length)?.focus();
}
