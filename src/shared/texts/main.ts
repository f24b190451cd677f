// The texts of the main process and of src/shared, in the language in use. The window loads them for the shared code.
import { openCatalog } from './catalog.ts';
import type { MainTexts } from './message-types.ts';

export const texts = await openCatalog<MainTexts>(
  (language) => import(`./messages/${language}/main.json`, { with: { type: 'json' } }),
);
