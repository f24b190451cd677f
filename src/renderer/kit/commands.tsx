// The commands of a row or of the selected rows: declared once, and shown as buttons, as menu items, and by their keys.
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
  /** Its word in a toolbar. */
  readonly short?: string;
  readonly Icon: typeof IconCopy;
  readonly danger?: boolean;
  /** The state of a toggle. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Why it is disabled. */
  readonly why?: string;
  /** The key that does the same on the row itself. */
  readonly shortcut?: Shortcut;
  run(): unknown;
}

/** The commands that there are now. */
export const commandsOf = (...all: readonly (RowCommand | false | null)[]): readonly RowCommand[] =>
  all.filter((command) => command !== false && command !== null);

export interface RowMenuSource<R> {
  /** The menu's accessible name, as in "More actions for Logo design". */
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
  /** The one that most sellers come for. */
  readonly isFirst?: boolean;
}

/** A command as a button. In a toolbar it has its short word, and is busy while it runs. */
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
  /** Px. */
  readonly size: number;
  readonly label?: string;
}

/** The button beside a record's main commands, with the others in its menu. */
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
  /** Px in the window. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly commands: readonly RowCommand[];
}

/** The menu of a row, one for a whole table. `home` focuses the row: a dialog that a command opens returns the focus to it. */
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
  /** The button's accessible name, as in "More actions for Logo design". */
  readonly label: string;
  readonly tabIndex: 0 | -1;
  readonly 'data-tour'?: string;
}

/** The three dots of a row: its table opens the menu. */
export const RowMenu = (props: RowMenuProps) => (
  <RowButton aria-label={props.label} aria-haspopup="menu" title={texts.parts.moreActions} data-row-menu {...props}>
    <IconDots size={16} aria-hidden />
  </RowButton>
);

export interface RowMenu {
  /** As in "More actions for Logo design". */
  readonly label: string;
  readonly commands: readonly RowCommand[] | Promise<readonly RowCommand[]>;
}

let current: (() => RowMenu | null) | null = null;

/** Called by a table when one of its rows gets or loses the focus. */
export function setFocusedRow(menu: (() => RowMenu | null) | null): void {
  current = menu;
}

/** Null where no row with commands has the focus: one that was focused may be gone with its screen. */
export const menuOfFocusedRow = (): RowMenu | null =>
  document.activeElement?.closest('[role="row"]') ? (current?.() ?? null) : null;

const t = texts.parts.selection;

export interface SelectionBarProps {
  /** How many rows are selected. */
  readonly count: number;
  clear(): void;
  /** Gets the focus when the selection is cleared, for the buttons are unmounted then. */
  readonly table: RefObject<{ focus(): void } | null>;
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
      <div style={some ? { visibility: 'hidden' } : undefined}>{children}</div>
      <Group
        gap={8}
        wrap="nowrap"
        className={styles.selection ?? ''}
        {...(some && { role: 'toolbar', 'aria-label': t.label })}
        onKeyDown={onKeyDown}
      >
        {/* Always rendered, so that screen readers announce the count when it changes. */}
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
