// Numbers in the main process's texts are written in the English way, whatever the process was started with.
import { counting } from '../counting.ts';

export const { number, counted } = counting('en');
