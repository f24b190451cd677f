// The toolbar for selected rows, in place of the list's own header.
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { isPressed } from '../../shared/shortcuts.ts';
import { texts } from '../../shared/texts/window.ts';
import { useSingleFlight } from '../state/single-flight.ts';
import { WorkButton } from './parts.tsx';
import type { RowCommand } from './row-commands.tsx';
import styles from './SelectionBar.module.css';
import type { TableHandle } from './table-columns.ts';

const t = texts.parts.selection;

export interface SelectionBarProps {
  /** How many rows are selected. */
  readonly count: number;
  clear(): void;
  /** Gets the focus when the selection is cleared, for the buttons are unmounted then. */
  readonly table: RefObject<TableHandle | null>;
  /** The commands for the selection. */
  readonly commands: readonly RowCommand[];
  /** Further buttons. */
  readonly more?: ReactNode;
  /** Shown while nothing is selected. */
  readonly children: ReactNode;
}

export function SelectionBar({ count, clear, table, commands, more, children }: SelectionBarProps) {
  const some = count > 0;
  const clearAll = () => {
    clear();
    table.current?.focus();
  };
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent<HTMLElement>) => {
    if (some && key === 'Escape') return clearAll();
    const command = commands.find(({ shortcut }) => shortcut === 'remove' && isPressed(shortcut, nativeEvent));
    if (some) command?.run();
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
          {some && t.count({ count })}
        </span>
        {some && (
          <>
            {more}
            {commands.map((command) => (
              <Command key={command.label} command={command} />
            ))}
            <ActionIcon aria-label={t.clear} title={t.clear} onClick={clearAll}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
    </div>
  );
}

function Command({ command: { label, short, Icon, run } }: { readonly command: RowCommand }) {
  const work = useSingleFlight();
  return (
    <WorkButton
      size="xs"
      variant="default"
      aria-label={label}
      title={label}
      leftSection={<Icon size={14} aria-hidden />}
      busy={work.slow}
      onClick={() => void work.run(async () => run())}
    >
      {short ?? label}
    </WorkButton>
  );
}
