// The details of one record beside its list. Escape closes them, and in a small window they take the whole page.
import { ActionIcon, Box, DataList, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Problem } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import styles from './details.module.css';
import { useDialogs } from './dialogs.tsx';
import { ProblemAlert } from './parts.tsx';

export const ListAndDetails = (props: { readonly details: ReactNode; readonly children: ReactNode }) => (
  <Group
    gap={0}
    wrap="nowrap"
    align="stretch"
    flex={1}
    mih={0}
    className={styles.beside ?? ''}
    onKeyDown={closeOnEscape}
  >
    <Stack gap={0} flex="1 1 auto" mih={0} miw={0}>
      {props.children}
    </Stack>
    {props.details}
  </Group>
);

/** Presses the button that closes the details, unless the key belongs to a menu or a form. */
function closeOnEscape({ key, defaultPrevented, target, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const isTaken = (target as Element).closest('[role="menu"],[aria-expanded="true"],form') !== null;
  if (key === 'Escape' && !defaultPrevented && !isTaken)
    currentTarget.querySelector<HTMLElement>('[data-close]')?.click();
}

interface DetailsProps<R> {
  readonly label: string;
  /** Undefined while it loads; null if it is gone. */
  readonly record: R | null | undefined;
  readonly problem: Problem | null;
  readonly heading: ReactNode;
  readonly headingText: string | undefined;
  readonly under?: ReactNode;
  close(): void;
  children(record: R): ReactNode;
}

/** When the id changes, the previous record stays until the new one has loaded, so that holding an arrow key does not flicker. */
export function Details<R>(props: DetailsProps<R>) {
  const { label, record, problem, heading, headingText, under, close, children } = props;
  /** The window has no room beside the panel, as at 200 %. The page behind it stays, but the keyboard cannot reach it. */
  const isWhole = useMediaQuery('(max-width: 880px), (max-height: 440px)', false, { getInitialValueInEffect: false });
  const title = useRef<HTMLHeadingElement>(null);
  // The panel hides the row that had the focus. A dialog keeps it, or Escape would close the details too.
  useEffect(() => {
    if (isWhole && useDialogs.getState().dialogs.length === 0) title.current?.focus();
  }, [isWhole]);
  const panel = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  // A pressed button may disappear with what it decided.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  });
  return (
    // A click on its text moves the focus into it, so that Escape closes it.
    <aside
      ref={panel}
      className={styles.details}
      aria-label={label}
      data-whole={isWhole || undefined}
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={() => {
        hadFocus.current = false;
      }}
    >
      <Group gap={8} wrap="nowrap" align="flex-start">
        <Box flex={1} miw={0}>
          <Title order={2} className={styles.title} title={headingText} ref={title} tabIndex={-1} dir="auto">
            {heading}
          </Title>
          {under}
        </Box>
        <ActionIcon aria-label={texts.links.details.close} title={texts.links.details.close} onClick={close} data-close>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <ProblemAlert problem={problem} />
      {record === undefined && !problem && <Skeleton height={240} />}
      {record === null && <Text size="sm">{texts.common.gone}</Text>}
      {record && children(record)}
    </aside>
  );
}

export const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <DataList.Item>
    <DataList.ItemLabel dir="auto">{label}</DataList.ItemLabel>
    <DataList.ItemValue dir="auto">{children}</DataList.ItemValue>
  </DataList.Item>
);

/** A value of the service, such as a uuid. */
export const Code = ({ children }: { readonly children: string }) => (
  <Text span ff="monospace" fz={12}>
    {children}
  </Text>
);
