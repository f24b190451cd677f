// The search field of a page; it searches on each key, because results arrive before the next one.
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { texts } from '../../shared/texts/window.ts';
import { hasModifier, useShortcut, withShortcut } from '../state/shortcuts.ts';
import type { TableHandle } from './table-columns.ts';

interface SearchBoxProps {
  /** Its accessible name. */
  readonly label: string;
  /** Empty when it was cleared. */
  onSearch(text: string): void;
  /** The list that it searches: ArrowDown moves there. */
  readonly list: RefObject<TableHandle | null>;
  /** The key of the row whose details are open: ArrowDown moves to it. */
  readonly openId?: string | null;
}

export function SearchBox({ label, onSearch, list, openId = null }: SearchBoxProps) {
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useShortcut('search', () => box.current?.select());
  const change = (next: string) => {
    setText(next);
    onSearch(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !hasModifier(event)) list.current?.focus(openId);
    else if (event.key === 'Escape' && text !== '') change('');
    else return;
    // Otherwise Escape would close the details beside the list as well.
    event.preventDefault();
  };
  return (
    <TextInput
      ref={box}
      type="search"
      aria-label={label}
      {...withShortcut('search', label)}
      placeholder={texts.parts.search}
      value={text}
      maxLength={2_000}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && (
          <CloseButton size="sm" aria-label={texts.parts.clearSearch} onClick={() => change('')} tabIndex={-1} />
        )
      }
    />
  );
}
