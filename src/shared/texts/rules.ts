// The texts of the rules that the window and the main process share, in the language in use.
import { extended, localeInUse, textsOf } from './catalog.ts';
import type { RulesTexts } from './message-types.ts';

const rules = await textsOf<RulesTexts>('rules');

export const texts = extended(rules, {
  values: extended(rules.values, {
    /** The default locale of prices. */
    get locale() {
      return localeInUse();
    },
  }),
});
