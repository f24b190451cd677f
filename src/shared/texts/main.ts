// The texts of the main process, in the language in use.
import { extended, localeInUse, textsOf } from './catalog.ts';
import type { MainTexts, Names } from './message-types.ts';

const [main, names] = await Promise.all([textsOf<MainTexts>('main'), textsOf<Names>('names')]);

export const texts = extended(main, {
  names,
  /** In which prices and lists are written. */
  get locale() {
    return localeInUse();
  },
});
