// The primary button of a screen, "New …", with its shortcut.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useShortcut, withShortcut } from '../state/shortcuts.ts';

interface NewButtonProps {
  readonly label: string;
  onClick(): void;
  readonly 'data-tour'?: string;
}

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
