// Numbers in the window's texts are written as the system writes them, like those that stand alone in a list.
import { counting } from '../counting.ts';

export const { number, counted } = counting();
