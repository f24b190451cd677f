// Numbers in the window's texts have the same format as numbers alone in a list.
import { counting } from '../counting.ts';
import { locale } from '../locale.ts';

export const { number, counted } = counting(locale);
