// `npm run texts`: writes the types of the texts after the English messages have changed.
import { writeTypes } from './types.ts';

writeTypes();
