// Warns that buyers will soon be unable to pay with a link, or with some of many.
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Leaving } from './shared-link.ts';

/** Renders nothing if all links stay. */
export const LeavingAlert = ({ of }: { readonly of: Leaving | null }) =>
  of && (
    <Alert variant="light" color="yellow" title={of.title} icon={<IconAlertTriangle aria-hidden />} role="note">
      {of.body}
    </Alert>
  );
