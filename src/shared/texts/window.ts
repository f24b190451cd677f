// The texts that only the window uses, in the language in use.
import { openCatalog } from './catalog.ts';
import type { WindowTexts } from './message-types.ts';

export const texts = await openCatalog<WindowTexts>(
  (language) => import(`./messages/${language}/window.json`, { with: { type: 'json' } }),
);
