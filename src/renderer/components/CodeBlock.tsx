// Verbatim text (JSON, the body of a response, a snippet), folded when long.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../../shared/texts/window.ts';
import styles from './CodeBlock.module.css';

const FOLDED_LINES = 12;
const FOLDED_LENGTH = 900;

const isLong = (text: string): boolean => text.length > FOLDED_LENGTH || text.split('\n').length > FOLDED_LINES + 2;

/** `whole`: unfolded from the start. */
export function CodeBlock({ text, whole = false }: { readonly text: string; readonly whole?: boolean }) {
  const [open, setOpen] = useState(whole);
  const foldable = !whole && isLong(text);
  return (
    <div className={styles.block}>
      <pre className={styles.text} data-folded={foldable && !open ? true : undefined}>
        {text}
      </pre>
      {foldable && (
        <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? texts.parts.showLess : texts.parts.showAll}
        </Button>
      )}
    </div>
  );
}
