// The checkbox of a table's rows and of its header: the browser's own, because a list draws dozens of them with each key
// that is typed, and the component kit's costs as much as the rest of a row.
import { useEffect, useRef } from 'react';
import styles from './DataTable.module.css';

export interface TableCheckboxProps {
  /** Its accessible name; a row that is on its way has none. */
  readonly label: string | undefined;
  readonly checked: boolean;
  /** Some of what it stands for is selected, not all. */
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
