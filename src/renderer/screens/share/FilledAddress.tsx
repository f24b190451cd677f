// A checkout address to copy, with the filled fields highlighted.
import { Input } from '@mantine/core';
import { useId } from 'react';
import styles from './share.module.css';

interface FilledAddressProps {
  readonly label: string;
  readonly base: string;
  /** `base` with fields added somewhere in it. */
  readonly url: string;
}

/** The range of `url` that was added to `base`. */
export function addedPart(base: string, url: string): readonly [number, number] {
  const added = url.length - base.length;
  let from = 0;
  while (from < base.length && base[from] === url[from]) from += 1;
  return [from, from + added];
}

/** An input cannot highlight part of its text, so the same text, transparent, is rendered behind it with the mark. */
export function FilledAddress({ label, base, url }: FilledAddressProps) {
  const id = useId();
  const [from, to] = addedPart(base, url);
  return (
    <Input.Wrapper label={label} id={id}>
      <div className={styles.filled}>
        <div className={styles.behind} aria-hidden>
          {url.slice(0, from)}
          {to > from && <mark>{url.slice(from, to)}</mark>}
          {url.slice(to)}
        </div>
        <textarea id={id} readOnly rows={1} value={url} onFocus={(event) => event.currentTarget.select()} />
      </div>
    </Input.Wrapper>
  );
}
