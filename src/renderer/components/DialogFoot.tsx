// The buttons of a dialog, always visible: the content above them scrolls.
import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './DialogFoot.module.css';

interface DialogFootProps {
  /** Shown over the buttons, such as an error. */
  readonly above?: ReactNode;
  /** Shown before the buttons, such as a preview of the result. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
}

export function DialogFoot({ above, before, children }: DialogFootProps) {
  return (
    <Stack gap={12} className={styles.foot ?? ''}>
      {above}
      <Group gap={16} justify="flex-end" wrap="nowrap">
        {before && <div className={styles.before}>{before}</div>}
        <Group gap={8} wrap={before ? 'nowrap' : 'wrap'}>
          {children}
        </Group>
      </Group>
    </Stack>
  );
}
