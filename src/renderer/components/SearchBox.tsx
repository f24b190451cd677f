// A search field of a page: asks with each key, for the answer is there before the next one.
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { texts } from '../../shared/texts/window.ts';
import { useShortcut, withShortcut } from '../state/shortcuts.ts';

/** `label` is its accessible name and its placeholder; `onSearch` gets the text, empty when it was cleared. */
export function SearchBox({ label, onSearch }: { readonly label: string; onSearch(text: string): void }) {
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useShortcut('search', () => box.current?.select());
  const change = (next: string) => {
    setText(next);
    onSearch(next);
  };
  return (
    <TextInput
      ref={box}
      type="search"
      aria-label={label}
      {...withShortcut('search', label)}
      placeholder={label}
      value={text}
      maxLength={2_000}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return;
        // It is used up: it does not close what stands beside the list too.
        event.preventDefault();
        change('');
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && (
          <CloseButton size="sm" aria-label={texts.parts.clearSearch} onClick={() => change('')} tabIndex={-1} />
        )
      }
    />
  );
}
