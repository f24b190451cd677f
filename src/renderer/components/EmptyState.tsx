// Empty state of a list: what it is for, and what to do next.
import { EmptyState as MantineEmptyState } from '@mantine/core';
import type { ReactNode } from 'react';

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
