// The menu of a row, behind three dots. It costs more to render than the rest of its row, and a list renders many rows at
// each key of a search, so it is mounted when it is first opened.
import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { texts } from '../../shared/texts/window.ts';
import { RowButton } from './parts.tsx';
import styles from './RowMenu.module.css';
import { CommandItems, type RowCommand } from './row-commands.tsx';

export interface RowMenuProps {
  /** The button's accessible name, as in "More actions for Logo design". */
  readonly label: string;
  readonly tabIndex: 0 | -1;
  readonly 'data-tour'?: string;
  commands(): readonly RowCommand[];
}

export function RowMenu({ label, tabIndex, commands, 'data-tour': tour }: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  const [made, setMade] = useState(false);
  /** A press outside closes the menu, and its own button is outside: the click that follows must not open it again. */
  const pressedOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <span className={styles.wrapper}>
      <RowButton
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        title={texts.parts.moreActions}
        tabIndex={tabIndex}
        data-tour={tour}
        onMouseDown={() => {
          pressedOpen.current = opened;
        }}
        onClick={() => {
          setMade(true);
          setOpened(!pressedOpen.current);
          pressedOpen.current = false;
        }}
      >
        <IconDots size={16} aria-hidden />
      </RowButton>
      {made && (
        <Menu position="bottom-end" width={272} opened={opened} onChange={setOpened} returnFocus id={id}>
          <Menu.Target>
            <span className={styles.anchor} aria-hidden />
          </Menu.Target>
          <Menu.Dropdown
            aria-labelledby={undefined}
            aria-label={label}
            // A dialog that an item opens returns the focus to what had it, and the item is unmounted by then.
            onClickCapture={() => button.current?.focus()}
          >
            <CommandItems commands={commands()} />
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
