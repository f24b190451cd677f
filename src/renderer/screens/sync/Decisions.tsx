// The decisions about the open change, as buttons.
import { Button, Group } from '@mantine/core';
import type { ActionDetail } from '../../../shared/action.ts';
import { decisionsAbout } from './change-commands.tsx';
import { StorePageButton } from './StorePageButton.tsx';

export function Decisions({ change }: { readonly change: ActionDetail }) {
  const decisions = decisionsAbout(change);
  if (decisions.length === 0) return null;
  return (
    <Group gap={8}>
      {decisions.map(({ label, Icon, run }) => (
        <Button key={label} variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={run}>
          {label}
        </Button>
      ))}
      {change.can.markAsSent && <StorePageButton size="sm" />}
    </Group>
  );
}
