// The texts of the window, in the language in use.
import { textsWithNames } from './catalog.ts';
import type { WindowTexts } from './message-types.ts';

export const texts = await textsWithNames<WindowTexts>('window');
