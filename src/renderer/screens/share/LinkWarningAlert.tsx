// Warns that buyers can no longer pay with a link, or with some of many links, or not for long.
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { LinkWarning } from './shared-link.ts';

/** Shows nothing without a warning. */
export const LinkWarningAlert = ({ of }: { readonly of: LinkWarning | null }) =>
  of && (
    <Alert variant="light" color="yellow" title={of.title} icon={<IconAlertTriangle aria-hidden />} role="note">
      {of.body}
    </Alert>
  );
