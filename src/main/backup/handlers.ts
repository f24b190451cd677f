// Handlers of the `backup.*` channels.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import type { Backups } from './backups.ts';

export function backupHandlers(backups: Backups, platform: Platform): HandlersOf<'backup'> {
  return {
    'backup.export': ({ passphrase }) => backups.export(passphrase, platform.askWhereToSave),
    'backup.choose': ({ rolling }) => backups.choose(rolling, platform.askWhatToOpen),
    'backup.rolling': async () => ok((await backups.listCopies()).map(({ name, at }) => ({ name, at }))),
    'backup.preview': ({ id, passphrase }) => backups.preview(id, passphrase),
    'backup.restore': ({ id }) => backups.restore(id),
  };
}
