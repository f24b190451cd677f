// Opens the dialogs about backups, from anywhere in the window.
import type { ChosenBackup } from '../../../shared/backup.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { ExportBackup } from './ExportBackup.tsx';
import { RestoreBackup } from './RestoreBackup.tsx';

/** "Export backup". */
export function openExportBackup(): void {
  openDialog(texts.backup.exportBackup, 480, (close) => <ExportBackup close={close} />);
}

/** "Restore backup": one that the app made by itself, by its name, or a file that the seller chooses. */
export async function openRestoreBackup(rolling: string | null): Promise<void> {
  const chosen = await call('backup.choose', { rolling });
  if (!chosen.ok) toast('error', chosen.problem.message);
  else if (chosen.value) showRestore(chosen.value);
}

function showRestore(backup: ChosenBackup): void {
  openDialog(
    texts.backup.restoreBackup,
    640,
    (close) => <RestoreBackup backup={backup} close={close} />,
    () => void call('backup.letGo', { id: backup.id }),
  );
}
