// The texts of screens that the window loads later, in English: they are no part of what the first screen loads.
import { linkImport } from './link-import.ts';
import { sales } from './sales.ts';

export const laterInEnglish = { linkImport, sales };
