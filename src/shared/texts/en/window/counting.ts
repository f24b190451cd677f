// Numbers in the window's texts are written like those that stand alone in a list.
import { counting } from '../counting.ts';
import { locale } from '../locale.ts';

export const { number, counted } = counting(locale);
