// The texts of screens that the window loads later, in the language in use.
import { textsOf } from './catalog.ts';
import type { LaterTexts } from './message-types.ts';

export const texts = await textsOf<LaterTexts>('later');
