// The frame of one screen: heading, search, buttons, and a body that takes the remaining height.
import {
  Box,
  Button,
  CloseButton,
  Group,
  EmptyState as MantineEmptyState,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { texts } from '../../shared/texts/window.ts';
import type { ListChannel, Pages } from '../state/live.ts';
import { hasModifier, useShortcut, withShortcut } from '../state/shortcuts.ts';
import styles from './page.module.css';
import type { TableHandle } from './table.ts';

type Parts<Name extends string> = Readonly<Partial<Record<Name, ReactNode>>>;

/** `before` and `after` the heading; `actions` left of the `primary` button; `toolbar` below them, for filters and tabs. */
interface PageProps extends Parts<'before' | 'after' | 'search' | 'actions' | 'primary' | 'toolbar' | 'children'> {
  readonly title: string;
  /** `fill`: the content scrolls itself (a table). `scroll`: the body scrolls, with padding. */
  readonly body?: 'fill' | 'scroll';
}

export function Page(props: PageProps) {
  const { title, before, after, search, actions, primary, toolbar, body = 'scroll', children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = texts.parts.windowTitle({ screen: title });
  }, [title]);
  useEffect(() => {
    // The control that led here may be gone with its screen; then the heading gets the focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Stack gap={0} miw={0} className={styles.page ?? ''}>
      <Group component="header" gap="8px 12px" px="var(--gutter)" py={12}>
        <Group gap={8} wrap="nowrap" flex="4 1 auto" miw={0} className={styles.heading ?? ''}>
          {before}
          <Title
            order={1}
            dir="auto"
            lineClamp={1}
            title={title}
            ref={heading}
            tabIndex={-1}
            // Without a back button, the heading passes the focus on to the list.
            data-leads-to-list={before === undefined || undefined}
          >
            {title}
          </Title>
          {after}
        </Group>
        {search && (
          <Box flex="1 1 140px" maw={280}>
            {search}
          </Box>
        )}
        {(actions || primary) && (
          <Group gap={8} data-brief>
            {actions}
            {primary}
          </Group>
        )}
      </Group>
      {toolbar && (
        <Group gap="8px 12px" px="var(--gutter)" pb={12} className={styles.toolbar ?? ''}>
          {toolbar}
        </Group>
      )}
      <Stack gap={0} flex={1} mih={0} miw={0} className={styles.body ?? ''} data-body={body}>
        {children}
      </Stack>
    </Stack>
  );
}

/**
 * `title` is not a heading, because the page has one. The text should mention the page's button instead of repeating it;
 * `action` is for what the page does not offer elsewhere.
 */
export function EmptyState(props: { readonly title: string } & Parts<'icon' | 'children' | 'action'>) {
  return (
    <MantineEmptyState size="sm" py={48} px={24} maw={520} mx="auto" icon={props.icon} title={props.title}>
      {props.children && <MantineEmptyState.Description>{props.children}</MantineEmptyState.Description>}
      {props.action && <MantineEmptyState.Actions>{props.action}</MantineEmptyState.Actions>}
    </MantineEmptyState>
  );
}

/** Replaces the rows if a search or filters hide all of them. `clear` removes the filters; null if none are set. */
export const NothingFound = ({ clear, children }: { clear?: (() => void) | null; children?: ReactNode }) => (
  <EmptyState
    icon={<IconSearchOff size={32} aria-hidden />}
    title={texts.common.nothingFound}
    action={
      clear && (
        <Button variant="default" onClick={clear}>
          {texts.links.clearFilters}
        </Button>
      )
    }
  >
    {children}
  </EmptyState>
);

interface MatchCountProps extends Pick<Pages<ListChannel>, 'total' | 'isExact' | 'isCurrent'> {
  readonly search: string;
  /** Filters hide rows. */
  readonly isFiltered?: boolean;
}

export function MatchCount({ search, isFiltered = false, total, isExact, isCurrent }: MatchCountProps) {
  const isKnown = (search.trim() !== '' || isFiltered) && total !== undefined && isExact && isCurrent;
  return (
    <Text span size="sm" c="dimmed" aria-live="polite">
      {isKnown && texts.parts.matches.shown({ count: total })}
    </Text>
  );
}

interface SearchBoxProps {
  readonly label: string;
  /** Gets an empty text when the seller clears the search. */
  onSearch(text: string): void;
  /** The searched list: ArrowDown moves there. */
  readonly list: RefObject<TableHandle | null>;
  /** The key of the row whose details are open: ArrowDown moves to it. */
  readonly openId?: string | null;
}

export function SearchBox({ label, onSearch, list, openId = null }: SearchBoxProps) {
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useShortcut('search', () => box.current?.select());
  const change = (next: string) => {
    setText(next);
    onSearch(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !hasModifier(event)) list.current?.focus(openId);
    else if (event.key === 'Escape' && text !== '') change('');
    else return;
    // Keeps Escape from also closing the details beside the list.
    event.preventDefault();
  };
  return (
    <TextInput
      ref={box}
      type="search"
      aria-label={label}
      {...withShortcut('search', label)}
      placeholder={texts.parts.search}
      value={text}
      maxLength={2_000}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && (
          <CloseButton size="sm" aria-label={texts.parts.clearSearch} onClick={() => change('')} tabIndex={-1} />
        )
      }
    />
  );
}
