// Verbatim text (JSON, the body of a response, a snippet), folded when long.
import { Spoiler } from '@mantine/core';
import { texts } from '../../shared/texts/window.ts';
import styles from './CodeBlock.module.css';

/** Px: thirteen lines and the space above them, so that none is cut. */
const FOLDED = 243;

/** `whole`: not folded. */
export function CodeBlock({ text, whole = false }: { readonly text: string; readonly whole?: boolean }) {
  const block = <pre className={styles.text}>{text}</pre>;
  if (whole) return block;
  return (
    <Spoiler maxHeight={FOLDED} showLabel={texts.parts.showAll} hideLabel={texts.parts.showLess} transitionDuration={0}>
      {block}
    </Spoiler>
  );
}
