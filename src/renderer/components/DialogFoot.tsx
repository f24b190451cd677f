// The buttons of a dialog, always visible: the content above them scrolls.
import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './DialogFoot.module.css';

/** `above`: shown over the buttons, such as an error. */
export function DialogFoot({ above, children }: { readonly above?: ReactNode; readonly children: ReactNode }) {
  return (
    <Stack gap={12} className={styles.foot ?? ''}>
      {above}
      <Group gap={8} justify="flex-end">
        {children}
      </Group>
    </Stack>
  );
}
