// The texts of the window, in the language in use.
import { extended, localeInUse, textsOf } from './catalog.ts';
import type { Names, WindowTexts } from './message-types.ts';

const [window, names] = await Promise.all([textsOf<WindowTexts>('window'), textsOf<Names>('names')]);

export const texts = extended(window, {
  names,
  /** In which numbers, dates and prices are written. */
  get locale() {
    return localeInUse();
  },
});
