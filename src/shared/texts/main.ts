// The texts of the main process, in the language in use.
import { textsWithNames } from './catalog.ts';
import type { MainTexts } from './message-types.ts';

export const texts = await textsWithNames<MainTexts>('main');
