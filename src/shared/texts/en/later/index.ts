// The English texts of screens that load after the first one, which has to stay small.
import { inbox } from './inbox.ts';
import { linkImport } from './link-import.ts';
import { sales } from './sales.ts';
import { webhook } from './webhook.ts';

export const laterInEnglish = { inbox, linkImport, sales, webhook };
