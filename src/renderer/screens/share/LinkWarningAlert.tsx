// Warns of a link, or of some of many, that buyers can no longer pay with it, or not for long.
import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useContext } from 'react';
import { closeDialog, DialogContext } from '../../state/dialogs.ts';
import type { LinkWarning } from './shared-link.ts';

interface LinkWarningAlertProps {
  readonly of: LinkWarning | null;
  /** What the seller can do about it. */
  readonly children?: ReactNode;
}

/** Shows nothing without a warning. */
export const LinkWarningAlert = ({ of, children }: LinkWarningAlertProps) =>
  of && (
    <Alert variant="light" color="yellow" title={of.title} icon={<IconAlertTriangle aria-hidden />} role="note">
      <Stack gap={8} align="flex-start">
        {of.body}
        {children}
      </Stack>
    </Alert>
  );

interface ToNewLinkProps {
  readonly label: string;
  readonly run: () => void;
}

/** Closes the dialog around it, which must have no unsaved text. */
export function ToNewLink({ label, run }: ToNewLinkProps) {
  const dialog = useContext(DialogContext);
  const onClick = () => {
    if (dialog !== null) closeDialog(dialog);
    run();
  };
  return (
    <Button size="xs" variant="default" onClick={onClick}>
      {label}
    </Button>
  );
}
