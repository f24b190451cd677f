// Says of a link, or of some of many, that buyers soon can't pay with it.
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Leaving } from './shared-link.ts';

/** Shows nothing where all stay. */
export const LeavingAlert = ({ of }: { readonly of: Leaving | null }) =>
  of && (
    <Alert variant="light" color="yellow" title={of.title} icon={<IconAlertTriangle aria-hidden />} role="note">
      {of.body}
    </Alert>
  );
