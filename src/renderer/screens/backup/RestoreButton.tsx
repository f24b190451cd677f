// "Restore backup": asks for a backup file.
import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { openRestoreBackup } from './dialogs.tsx';

export function RestoreButton() {
  return (
    <Button
      variant="default"
      leftSection={<IconRestore size={16} aria-hidden />}
      onClick={() => void openRestoreBackup(null)}
    >
      {texts.backup.restoreBackup}
    </Button>
  );
}
