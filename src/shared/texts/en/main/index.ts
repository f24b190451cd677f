// The texts of the main process, in English.
import { names } from '../names.ts';
import { backup } from './backup.ts';
import { catalog } from './catalog.ts';
import { changes } from './changes.ts';
import { common } from './common.ts';
import { inbox } from './inbox.ts';
import { linkImport } from './link-import.ts';
import { linkTable } from './link-table.ts';
import { linkWork } from './link-work.ts';
import { outbox } from './outbox.ts';
import { sales } from './sales.ts';
import { service } from './service.ts';
import { share } from './share.ts';
import { shell } from './shell.ts';
import { storage } from './storage.ts';
import { stores } from './stores.ts';
import { team } from './team.ts';
import { webhook } from './webhook.ts';

export const mainInEnglish = {
  backup,
  catalog,
  changes,
  common,
  inbox,
  linkImport,
  linkTable,
  linkWork,
  outbox,
  sales,
  service,
  share,
  shell,
  storage,
  stores,
  team,
  webhook,
  names,
};
