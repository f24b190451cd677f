// Warns of a link, or of some of many, that buyers can no longer pay with it, or not for long.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useContext } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { closeDialog, DialogContext } from '../../state/dialogs.ts';
import type { LinkWarning } from './shared-link.ts';

interface LinkWarningAlertProps {
  readonly of: LinkWarning | null;
  /** "Leave them out". */
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

interface LeaveOutProps {
  /** The ids of the links with a warning. */
  readonly warned: readonly string[];
  leaveOut(warned: readonly string[]): void;
}

/** Goes away with its warning, so the dialog gets the focus. */
export function LeaveOut({ warned, leaveOut }: LeaveOutProps) {
  const onClick = (event: MouseEvent) => {
    event.currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus();
    leaveOut(warned);
  };
  return (
    <Button size="xs" variant="default" onClick={onClick}>
      {texts.share.warning.many.leaveOut({ links: warned.length })}
    </Button>
  );
}

/** The body of a question; leaving the links out closes it. */
export const withLeaveOut = ({ body }: LinkWarning, warned: readonly string[], leaveOut: () => void): ReactNode => (
  <Stack gap={8} align="flex-start">
    <Text size="sm">{body}</Text>
    <LeaveOutAndClose warned={warned} leaveOut={leaveOut} />
  </Stack>
);

function LeaveOutAndClose({ warned, leaveOut }: LeaveOutProps) {
  const dialog = useContext(DialogContext);
  const close = () => {
    if (dialog !== null) closeDialog(dialog);
    leaveOut(warned);
  };
  return <LeaveOut warned={warned} leaveOut={close} />;
}
