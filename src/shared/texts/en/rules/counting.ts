// Numbers in the rules' texts are written in the English way, in the window as in the main process.
import { counting } from '../counting.ts';

export const { number, counted } = counting('en');
