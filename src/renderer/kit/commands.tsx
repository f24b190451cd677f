// The commands of a row or a selection: declared once, and available as buttons, menu items and keys.
import { ActionIcon, Group, Kbd, Menu, Portal, Text } from '@mantine/core';
import { type IconCopy, IconDots, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { ariaKeysOf, isPressed, type Shortcut } from '../../shared/shortcuts.ts';
import { texts } from '../../shared/texts/window.ts';
import { firstKeys } from '../state/shortcuts.ts';
import { useSingleFlight } from '../state/single-flight.ts';
import styles from './commands.module.css';
import { RowButton, WorkButton } from './parts.tsx';

export interface RowCommand {
  readonly label: string;
  /** The word in a toolbar; `label` by default. */
  readonly short?: string;
  readonly Icon: typeof IconCopy;
  readonly danger?: boolean;
  /** Whether a toggle is on. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Why the command is disabled. */
  readonly why?: string;
  /** The key that does the same on the row itself. */
  readonly shortcut?: Shortcut;
  run(): unknown;
}

/** Leaves out the commands that are not available now. */
export const commandsOf = (...all: readonly (RowCommand | false | null)[]): readonly RowCommand[] =>
  all.filter((command) => command !== false && command !== null);

export interface RowMenuSource<R> {
  /** The menu's accessible name, for example "More actions for Logo design". */
  label(row: R): string;
  commands(row: R): readonly RowCommand[] | Promise<readonly RowCommand[]>;
}

export const CommandItems = ({ commands }: { readonly commands: readonly RowCommand[] }) =>
  commands.map(({ label, Icon, danger, disabled = false, why, shortcut, run }) => (
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
      onClick={() => void run()}
    >
      {label}
    </Menu.Item>
  ));

interface CommandButtonProps {
  readonly command: RowCommand;
  /** Whether most sellers come for this command. */
  readonly isFirst?: boolean;
}

/** A command as a button, with its short word and a busy state while it runs. */
export function CommandButton({ command, isFirst = false }: CommandButtonProps) {
  const { label, short = label, Icon, pressed, disabled = false, why, run } = command;
  const { slow, run: runOnce } = useSingleFlight();
  return (
    <WorkButton
      size="xs"
      px={8}
      variant={(pressed ?? isFirst) ? 'light' : 'default'}
      aria-label={label}
      aria-pressed={pressed}
      leftSection={<Icon size={14} aria-hidden />}
      disabled={disabled}
      title={why ?? (short === label ? undefined : label)}
      busy={slow}
      onClick={() => void runOnce(async () => run())}
    >
      {short}
    </WorkButton>
  );
}

interface MoreActionsProps {
  readonly commands: readonly RowCommand[];
  /** In px. */
  readonly size: number;
  readonly label?: string;
}

/** The button for a menu with the less frequent commands of a record. */
export const MoreActions = ({ commands, size, label = texts.parts.moreActions }: MoreActionsProps) => (
  <Menu position="bottom-end" width={272}>
    <Menu.Target>
      <ActionIcon variant="default" size={size} aria-label={label} title={label}>
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <CommandItems commands={commands} />
    </Menu.Dropdown>
  </Menu>
);

export interface OpenedMenu {
  /** In px from the window's top left corner. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly commands: readonly RowCommand[];
}

/** The context menu of a table's rows. `home` focuses the row, to which a dialog opened by a command returns the focus. */
export function RowContextMenu(props: { readonly menu: OpenedMenu; home(): void; close(): void }) {
  const { menu, home, close } = props;
  return (
    <Menu
      opened
      onChange={(opened) => !opened && close()}
      position="bottom-start"
      offset={0}
      width={272}
      returnFocus={false}
    >
      <Portal>
        <Menu.Target>
          <span style={{ position: 'fixed', left: menu.x, top: menu.y }} aria-hidden />
        </Menu.Target>
      </Portal>
      <Menu.Dropdown
        aria-labelledby={undefined}
        aria-label={menu.label}
        onClickCapture={home}
        onContextMenu={(event) => event.preventDefault()}
      >
        <CommandItems commands={menu.commands} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface RowMenuProps {
  /** The button's accessible name, for example "More actions for Logo design". */
  readonly label: string;
  readonly tabIndex: 0 | -1;
  readonly 'data-tour'?: string;
}

/** The button with three dots in a row. The table opens the menu. */
export const RowMenu = (props: RowMenuProps) => (
  <RowButton aria-label={props.label} aria-haspopup="menu" title={texts.parts.moreActions} data-row-menu {...props}>
    <IconDots size={16} aria-hidden />
  </RowButton>
);

export interface RowMenu {
  /** For example "More actions for Logo design". */
  readonly label: string;
  readonly commands: readonly RowCommand[] | Promise<readonly RowCommand[]>;
}

let current: (() => RowMenu | null) | null = null;

/** A table calls this when one of its rows gets or loses the focus. */
export function setFocusedRow(menu: (() => RowMenu | null) | null): void {
  current = menu;
}

/** Null if no row with commands has the focus; the last one that had it may be gone with its screen. */
export const menuOfFocusedRow = (): RowMenu | null =>
  document.activeElement?.closest('[role="row"]') ? (current?.() ?? null) : null;

const t = texts.parts.selection;

export interface SelectionBarProps {
  readonly count: number;
  clear(): void;
  /** Gets the focus when the selection is cleared, because this unmounts the buttons. */
  readonly table: RefObject<{ focus(): void } | null>;
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
      <div style={some ? { visibility: 'hidden' } : undefined}>{children}</div>
      <Group
        gap={8}
        wrap="nowrap"
        className={styles.selection ?? ''}
        {...(some && { role: 'toolbar', 'aria-label': t.label })}
        onKeyDown={onKeyDown}
      >
        {/* Always rendered, so that screen readers announce each new count. */}
        <Text span aria-live="polite" fw={600} miw={some ? 88 : 0}>
          {some && t.count({ count })}
        </Text>
        {some && (
          <>
            {more}
            {commands.map((command) => (
              <CommandButton key={command.label} command={command} />
            ))}
            <ActionIcon aria-label={t.clear} title={t.clear} onClick={clearAll}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
      </Group>
    </div>
  );
}
