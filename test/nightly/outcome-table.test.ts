// Every row of the outbox's outcome table for every kind of change.
import { test } from 'vitest';
import { CLASSES, tryClass } from '../support/outbox-table-run.ts';

test.each(CLASSES)('the outcome table holds for every kind of change and: %s', async (name) => {
  await tryClass(name, true);
});
