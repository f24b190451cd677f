// The checkbox of a table's rows and header: a plain input, because a list renders dozens of them at each key of a search,
// and Mantine's costs as much as the rest of a row.
import { useEffect, useRef } from 'react';
import styles from './DataTable.module.css';

export interface TableCheckboxProps {
  /** Its accessible name; none while the row loads. */
  readonly label: string | undefined;
  readonly checked: boolean;
  /** Indeterminate. */
  readonly partly?: boolean;
  readonly disabled?: boolean;
  readonly tabIndex?: 0 | -1;
  onChange?(event: Event): void;
}

export function TableCheckbox({ label, checked, partly = false, disabled, tabIndex, onChange }: TableCheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      tabIndex={tabIndex}
      onChange={({ nativeEvent }) => onChange?.(nativeEvent)}
    />
  );
}
