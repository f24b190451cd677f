// A search field of a page: asks while it is typed, at most every 80 ms.
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** `label` is its accessible name and its placeholder; `onSearch` gets the text, empty when it was cleared. */
export function SearchBox({ label, onSearch }: { readonly label: string; onSearch(text: string): void }) {
  const [text, setText] = useState('');
  const tell = useDebouncedCallback(onSearch, 80);
  const change = (next: string) => {
    setText(next);
    tell(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={2_000}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') change('');
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} tabIndex={-1} />
      }
    />
  );
}
