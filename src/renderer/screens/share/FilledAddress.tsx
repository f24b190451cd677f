// A checkout address to copy, in which the filled fields stand out from the rest.
import { Input } from '@mantine/core';
import { useId } from 'react';
import styles from './share.module.css';

interface FilledAddressProps {
  readonly label: string;
  readonly base: string;
  /** `base` with fields added somewhere in it. */
  readonly url: string;
}

/** What of `url` was added to `base`: from one place to another. */
export function addedPart(base: string, url: string): readonly [number, number] {
  const added = url.length - base.length;
  let from = 0;
  while (from < base.length && base[from] === url[from]) from += 1;
  return [from, from + added];
}

/** A text box cannot mark a part of its text, so the mark is drawn behind it by the same text, which is not seen. */
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
