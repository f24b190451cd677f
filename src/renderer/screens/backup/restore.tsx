// Begins a restore from anywhere in the window: its button, and the dialog for a chosen backup.
import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { ChosenBackup } from '../../../shared/backup.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../components/dialogs.tsx';
import { notify } from '../../components/notify.tsx';
import { RestoreBackup } from './RestoreBackup.tsx';

/** "Restore backup": a rolling backup by its name, or a file that the seller chooses. */
export async function openRestoreBackup(rolling: string | null): Promise<void> {
  const chosen = await call('backup.choose', { rolling });
  if (!chosen.ok) notify('error', chosen.problem.message);
  else if (chosen.value) showRestore(chosen.value);
}

function showRestore(backup: ChosenBackup): void {
  openDialog(shared.backup.restore.title, 640, (close) => <RestoreBackup backup={backup} close={close} />);
}

/** "Restore backup": asks for a backup file. */
export function RestoreButton() {
  return (
    <Button
      variant="default"
      leftSection={<IconRestore size={16} aria-hidden />}
      onClick={() => void openRestoreBackup(null)}
    >
      {shared.backup.restore.title}
    </Button>
  );
}
