// The commands of a row or a selection: declared once, and available as buttons, menu items and keys.
import { ActionIcon, Group, Kbd, Menu, Portal, Text } from '@mantine/core';
import { type IconCopy, IconDots, IconX } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { Shortcut } from '../../shared/shortcuts.ts';
import { texts } from '../../shared/texts/window.ts';
import { ariaKeysOf } from '../state/keys.ts';
import { firstKeys } from '../state/shortcuts.ts';
import { useSingleFlight } from '../state/single-flight.ts';
import styles from './commands.module.css';
import { RowButton, WorkButton } from './parts.tsx';

const { selection: t, moreActions } = texts.parts;

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

/** A command as a button with its short word; busy while it runs. `isFirst`: coloured, because most sellers come for it. */
export function CommandButton({
  command,
  isFirst = false,
}: {
  readonly command: RowCommand;
  readonly isFirst?: boolean;
}) {
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

/** The button for a menu with the less frequent commands of a record. `size` in px. */
export const MoreActions = (props: { commands: readonly RowCommand[]; size: number; label?: string }) => (
  <Menu position="bottom-end" width={272}>
    <Menu.Target>
      <ActionIcon
        variant="default"
        size={props.size}
        aria-label={props.label ?? moreActions}
        title={props.label ?? moreActions}
      >
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <CommandItems commands={props.commands} />
    </Menu.Dropdown>
  </Menu>
);

/** `x` and `y` in px from the window's top left corner. */
export type OpenedMenu = Record<'x' | 'y', number> & {
  readonly label: string;
  readonly commands: readonly RowCommand[];
};

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

const nameOfMenu = (title: string): string => texts.links.table.moreActions({ product: title });

/** The button with three dots in the row of a record with the title `of`. The table opens the menu. */
export const RowMenu = ({ of, ...others }: { of: string; tabIndex: 0 | -1; 'data-tour'?: string }) => (
  <RowButton aria-label={nameOfMenu(of)} aria-haspopup="menu" title={moreActions} data-row-menu {...others}>
    <IconDots size={16} aria-hidden />
  </RowButton>
);

export interface RowMenu {
  /** Its accessible name. */
  readonly label: string;
  readonly commands: readonly RowCommand[] | Promise<readonly RowCommand[]>;
}

export const menuOf = (title: string, commands: RowMenu['commands']): RowMenu => ({
  label: nameOfMenu(title),
  commands,
});

let current: (() => RowMenu | null) | null = null;

/** A table calls this when one of its rows gets or loses the focus. */
export function setFocusedRow(menu: (() => RowMenu | null) | null): void {
  current = menu;
}

/** Null if no row with commands has the focus; the last one that had it may be gone with its screen. */
export const menuOfFocusedRow = (): RowMenu | null =>
  document.activeElement?.closest('[role="row"]') ? (current?.() ?? null) : null;

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
  return (
    <div className={styles.either}>
      <div style={some ? { visibility: 'hidden' } : undefined}>{children}</div>
      <Group
        gap={8}
        wrap="nowrap"
        className={styles.selection ?? ''}
        {...(some && { role: 'toolbar', 'aria-label': t.label })}
        onKeyDown={({ key }) => some && key === 'Escape' && clearAll()}
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
