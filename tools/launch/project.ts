// The project folder, for every tool.
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
