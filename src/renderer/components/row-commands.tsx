// The commands of a row as menu items, for its menu button and its context menu.
import { Kbd, Menu } from '@mantine/core';
import type { IconCopy } from '@tabler/icons-react';
import { createContext, useContext } from 'react';
import { ariaKeysOf, type Shortcut } from '../../shared/shortcuts.ts';
import { firstKeys } from '../state/shortcuts.ts';

export interface RowCommand {
  readonly label: string;
  readonly Icon: typeof IconCopy;
  readonly danger?: boolean;
  /** The state of a toggle. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Why it is disabled. */
  readonly why?: string;
  /** The key that does the same on the row itself. */
  readonly shortcut?: Shortcut;
  /** It is for all selected rows. */
  readonly isOfSelection?: true;
  run(): void;
}

/** How many rows of the table are selected. The keys of rows are for them then. */
export const SelectedRows = createContext(0);

export interface RowMenuSource<R> {
  /** The menu's accessible name, as in "More actions for Logo design". */
  label(row: R): string;
  commands(row: R): readonly RowCommand[] | Promise<readonly RowCommand[]>;
}

export function CommandItems({ commands }: { readonly commands: readonly RowCommand[] }) {
  const selected = useContext(SelectedRows);
  return commands.map(({ label, Icon, danger, disabled = false, why, run, ...command }) => {
    const shortcut = selected === 0 || command.isOfSelection ? command.shortcut : undefined;
    return (
      <Menu.Item
        key={label}
        {...(danger ? { color: 'red', c: 'var(--mantine-color-error)' } : {})}
        leftSection={<Icon size={14} aria-hidden />}
        rightSection={
          shortcut && (
            <Kbd size="xs" aria-hidden>
              {firstKeys(shortcut)}
            </Kbd>
          )
        }
        aria-keyshortcuts={shortcut && ariaKeysOf(shortcut)}
        disabled={disabled}
        title={why}
        onClick={run}
      >
        {label}
      </Menu.Item>
    );
  });
}
