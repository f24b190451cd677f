// Every row of the outbox's outcome table for every kind of change, over a real socket and real files.
import { test } from 'vitest';
import { changeKindSchema } from '../../src/shared/change.ts';
import { slow } from '../../tools/test/slow.ts';
import { CLASSES, tryClass } from '../support/outbox-table-run.ts';

test.each(CLASSES)(
  'the outcome table holds for: %s',
  (name) => tryClass(name, changeKindSchema.options),
  slow(120_000),
);
