// A small icon button in a row of a list. Lists render dozens of them at each key of a search, so it is a plain button,
// which costs a fraction of Mantine's.
import type { ComponentPropsWithRef } from 'react';
import styles from './RowButton.module.css';

export function RowButton(
  props: Omit<ComponentPropsWithRef<'button'>, 'type' | 'className'> & { readonly 'aria-label': string },
) {
  return <button type="button" className={styles.button} {...props} />;
}
