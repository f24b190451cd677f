// The context menu of a row: at the pointer, or under the row by keyboard.
import { Menu, Portal } from '@mantine/core';
import styles from './RowMenu.module.css';
import { CommandItems, type RowCommand } from './row-commands.tsx';

export interface OpenedMenu {
  /** Px in the window. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly commands: readonly RowCommand[];
}

/** `home` focuses the row: a dialog that a command opens returns the focus to what had it. */
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
          <span className={styles.point} style={{ left: menu.x, top: menu.y }} aria-hidden />
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
