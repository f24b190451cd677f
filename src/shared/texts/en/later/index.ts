// The English texts of screens that load after the first one, which has to stay small.
import { currencies } from './currencies.ts';
import { inbox } from './inbox.ts';
import { linkImport } from './link-import.ts';
import { newPrice } from './new-price.ts';
import { sales } from './sales.ts';
import { webhook } from './webhook.ts';

export const laterInEnglish = { currencies, inbox, linkImport, newPrice, sales, webhook };
