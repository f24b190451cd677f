// The English texts of screens that load after the first one, which has to stay small.
import { linkImport } from './link-import.ts';
import { sales } from './sales.ts';

export const laterInEnglish = { linkImport, sales };
