// Small parts that screens and dialogs are made of.

import {
  Alert,
  type AlertProps,
  Button,
  type ButtonProps,
  Group,
  Loader,
  EmptyState as MantineEmptyState,
  PasswordInput,
  type PasswordInputProps,
  Stack,
} from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import {
  type ComponentPropsWithoutRef,
  type ComponentPropsWithRef,
  createElement,
  Fragment,
  type MouseEvent,
  type ReactNode,
  useId,
} from 'react';
import type { Phrase as PhraseOf } from '../../shared/texts/message.ts';
import { useShortcut, withShortcut } from '../state/shortcuts.ts';
import styles from './parts.module.css';

/** A sentence with elements in it, such as a link or a time. */
export const Phrase = ({ of }: { readonly of: PhraseOf<ReactNode> }) => createElement(Fragment, null, ...of);

type WorkButtonProps = Omit<ButtonProps, 'loading' | 'rightSection' | 'classNames'> &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & { readonly busy: boolean };

/** A button with a busy state: it ignores further presses, and keeps the focus, which a disabled button would lose. */
export function WorkButton({ busy, onClick, ...others }: WorkButtonProps) {
  if (!busy) return <Button onClick={onClick} {...others} />;
  const ignore = (event: MouseEvent) => event.preventDefault();
  return (
    <Button
      {...others}
      aria-disabled
      onClick={ignore}
      classNames={{ root: styles.busy ?? '', section: styles.busySection ?? '', label: styles.busyLabel ?? '' }}
      rightSection={<Loader size={16} color="var(--button-color)" aria-hidden />}
    />
  );
}

/** A small icon button in a row of a list. Lists render dozens of them at each key of a search, so it is a plain button, which costs a fraction of Mantine's. */
export function RowButton(
  props: Omit<ComponentPropsWithRef<'button'>, 'type' | 'className'> & { readonly 'aria-label': string },
) {
  return <button type="button" className={styles.rowButton} {...props} />;
}

interface NewButtonProps {
  readonly label: string;
  onClick(): void;
  readonly 'data-tour'?: string;
}

/** The primary button of a screen, "New …", with its shortcut. */
export function NewButton({ label, onClick, ...rest }: NewButtonProps) {
  useShortcut('create', onClick);
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
      {...withShortcut('create', label)}
      {...rest}
    >
      {label}
    </Button>
  );
}

/** A warning of a line or two, where a whole alert would take too much room. */
export const SmallWarning = (props: Pick<AlertProps, 'id' | 'className' | 'children'>) => (
  <Alert
    variant="light"
    color="yellow"
    p={8}
    icon={<IconAlertTriangle size={16} aria-hidden />}
    classNames={{ icon: styles.warningIcon ?? '' }}
    {...props}
  />
);

/**
 * `title` is no heading, for the page has its own. Mention the page's button in the text instead of repeating it; `action`
 * is for something the page does not offer elsewhere.
 */
export function EmptyState(props: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <MantineEmptyState size="sm" py={48} px={24} maw={520} mx="auto" icon={props.icon} title={props.title}>
      {props.children && <MantineEmptyState.Description>{props.children}</MantineEmptyState.Description>}
      {props.action && <MantineEmptyState.Actions>{props.action}</MantineEmptyState.Actions>}
    </MantineEmptyState>
  );
}

/** A password field whose error screen readers announce: Mantine's own links neither description nor error. */
export function PassphraseInput({ error, description, ...others }: PasswordInputProps) {
  const id = useId();
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <PasswordInput
      id={id}
      error={error}
      description={description}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy === '' ? undefined : describedBy}
      {...others}
    />
  );
}

interface DialogFootProps {
  /** Shown over the buttons, such as an error. */
  readonly above?: ReactNode;
  /** Shown before the buttons, such as a preview of the result. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
}

/** The buttons of a dialog, always visible where the window has the height: the content above them scrolls. */
export function DialogFoot({ above, before, children }: DialogFootProps) {
  return (
    <Stack gap={12} className={styles.dialogFoot ?? ''}>
      {above}
      <Group gap="8px 16px" justify="flex-end">
        {before && <div className={styles.beforeButtons}>{before}</div>}
        <Group gap={8} justify="flex-end">
          {children}
        </Group>
      </Group>
    </Stack>
  );
}
