// Shows a folder in the system's file manager.
import { shell } from 'electron';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';

export async function openFolder(path: string): Promise<Result<undefined>> {
  const problem = await shell.openPath(path);
  if (problem === '') return ok(undefined);
  console.error(`A folder could not be opened: ${problem}`);
  return refuse('internal', texts.shell.folderNotOpened({ folder: path }));
}
