// A small button with an icon in a row of a list. Lists draw dozens of them with each key that is typed, so it is the
// browser's own button with a style sheet, which costs a fraction of the component kit's.
import type { ComponentPropsWithRef } from 'react';
import styles from './RowButton.module.css';

/** `aria-label` is its name; `aria-pressed` makes it a switch. */
export function RowButton(
  props: Omit<ComponentPropsWithRef<'button'>, 'type' | 'className'> & { readonly 'aria-label': string },
) {
  return <button type="button" className={styles.button} {...props} />;
}
