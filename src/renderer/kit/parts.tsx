// Small parts that screens and dialogs are made of.
import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  Code,
  Group,
  PasswordInput,
  type PasswordInputProps,
  Spoiler,
  Stack,
  Text,
} from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import {
  Component,
  type ComponentPropsWithoutRef,
  type ComponentPropsWithRef,
  createElement,
  Fragment,
  type ReactNode,
  useId,
} from 'react';
import type { Problem } from '../../shared/problem.ts';
import type { RichText as RichTextOf } from '../../shared/texts/message.ts';
import { texts } from '../../shared/texts/window.ts';
import { useShortcut, withShortcut } from '../state/shortcuts.ts';
import { useSingleFlight } from '../state/single-flight.ts';
import styles from './parts.module.css';

/** A sentence that contains elements, such as a link or a time. */
export const RichText = ({ of }: { readonly of: RichTextOf<ReactNode> }) => createElement(Fragment, null, ...of);

type WorkButtonProps = Omit<ButtonProps, 'loading' | 'rightSection' | 'classNames'> &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & { readonly busy: boolean };

/** A button with a busy state. Busy, it ignores presses but keeps the focus, which a disabled button would lose. */
export function WorkButton({ busy, onClick, ...others }: WorkButtonProps) {
  if (!busy) return <Button onClick={onClick} {...others} />;
  return (
    <Button
      {...others}
      loading
      onClick={(event) => event.preventDefault()}
      renderRoot={(root) => <button {...root} type={others.type ?? 'button'} disabled={false} aria-disabled />}
    />
  );
}

/** A small icon button in a row. A search redraws dozens of them with each key, so it is plain: a fraction of Mantine's cost. */
export function RowButton(
  props: Omit<ComponentPropsWithRef<'button'>, 'type' | 'className'> & { readonly 'aria-label': string },
) {
  return <button type="button" className={`mantine-focus-auto ${styles.rowButton}`} {...props} />;
}

/** The primary button of a screen, "New …", with its shortcut. */
export function NewButton({ label, onClick, ...rest }: { label: string; onClick(): void; 'data-tour'?: string }) {
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

/** A warning of a line or two that needs no whole alert. */
export function SmallWarning({
  text,
  button,
  act,
}: {
  readonly text: string;
  readonly button?: string;
  act?(): unknown;
}) {
  const acting = useSingleFlight();
  return (
    <Alert
      color="yellow"
      p={8}
      icon={<IconAlertTriangle size={16} aria-hidden />}
      classNames={{ icon: styles.warningIcon ?? '' }}
    >
      <Group gap={8} justify="space-between">
        <Text size="sm" flex="1 1 200px">
          {text}
        </Text>
        {act && (
          <WorkButton size="xs" variant="default" busy={acting.slow} onClick={() => void acting.run(async () => act())}>
            {button}
          </WorkButton>
        )}
      </Group>
    </Alert>
  );
}

/** A password field. Screen readers announce its description and error, which Mantine's own does not link. */
export function PassphraseInput(props: PasswordInputProps) {
  const id = useId();
  const aria = { 'aria-invalid': Boolean(props.error), 'aria-describedby': `${id}-description ${id}-error` };
  return <PasswordInput id={id} {...aria} {...props} />;
}

/** The buttons of a dialog. The content above them scrolls, so that they are visible if the window is high enough. */
export function DialogFoot({ above, before, children }: Partial<Record<'above' | 'before' | 'children', ReactNode>>) {
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

export const QuestionBody = (props: { about?: ReactNode; sentences: (string | false)[]; children?: ReactNode }) => (
  <Stack gap={8} fz="sm" style={{ overflowWrap: 'anywhere' }}>
    {props.about && <Box fw={600}>{props.about}</Box>}
    {props.sentences.map((sentence) => sentence && <div key={sentence}>{sentence}</div>)}
    {props.children}
  </Stack>
);

/** In a small window the alert may be far from the button that was pressed. */
const intoView = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: 'nearest' });

/** `title` names what failed; reading by default. */
export function ProblemAlert({ title = texts.common.notRead, problem }: { title?: string; problem: Problem | null }) {
  return (
    problem && (
      <Alert ref={intoView} color="red" title={title} icon={<IconAlertCircle aria-hidden />} role="alert">
        {problem.message}
      </Alert>
    )
  );
}

const WRAPPED = { lineHeight: '18px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', tabSize: 2 } as const;
/** In px: thirteen lines and the space above them, so that no line is cut. */
const FOLDED = 247;

/** `whole`: does not fold a long text. */
export function CodeBlock({ text, whole = false }: { readonly text: string; readonly whole?: boolean }) {
  const block = (
    <Code block bd="1px solid var(--desk-line)" bg="var(--desk-hover)" style={WRAPPED}>
      {text}
    </Code>
  );
  if (whole) return block;
  return (
    <Spoiler maxHeight={FOLDED} showLabel={texts.parts.showAll} hideLabel={texts.parts.showLess} transitionDuration={0}>
      {block}
    </Spoiler>
  );
}

const { broken } = texts.app;

/** Give it the screen's address as `key`, so that another screen resets it. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    console.error('A screen broke', error);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Stack p={24} align="flex-start">
        <Alert color="red" title={broken.title} role="alert">
          {broken.explanation({ error: String(error) })}
        </Alert>
        <Button onClick={() => window.location.reload()}>{broken.reload}</Button>
      </Stack>
    );
  }
}
