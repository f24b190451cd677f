// The buttons of a dialog, always in sight: what is above them scrolls under the line.
import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './DialogFoot.module.css';

/** `above` stands over the buttons, such as what was refused. */
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
