// Every row of the outbox's outcome table, over a real socket and real files, for a create and two repeatable changes. Every
// kind of change and every status: test/unit/policy.test.ts.
import { test } from 'vitest';
import { slow } from '../../tools/test/slow.ts';
import { CLASSES, tryClass } from '../support/outbox-table-run.ts';

test.each(CLASSES)('the outcome table holds for: %s', (name) => tryClass(name), slow(60_000));
