// The English texts of screens that load after the first one, which has to stay small.
import { currencies } from './currencies.ts';
import { linkImport } from './link-import.ts';
import { newPrice } from './new-price.ts';
import { sales } from './sales.ts';

export const laterInEnglish = { currencies, linkImport, newPrice, sales };
