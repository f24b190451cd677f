// `npm run texts`: writes the types of the texts after the English messages have changed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS, type Part, readCatalog, TEXTS_FOLDER } from './files.ts';
import { typesOf } from './types.ts';

const english = Object.fromEntries(PARTS.map((part) => [part, readCatalog('en', part)]));
writeFileSync(join(TEXTS_FOLDER, 'message-types.ts'), typesOf(english as Record<Part, ReturnType<typeof readCatalog>>));
