// When a session with the server of a team is given up: checks that a slow line answers late are no reason.
import { TimeoutError } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { FailedChecks } from '../../src/main/team/failed-checks.ts';

const RECORDS = 300_000;

type Check = readonly [received: number, isFailed: boolean];

const failing = (count: number, received: number): Check[] => Array.from({ length: count }, () => [received, true]);

/** Whether it is given up after each check; of each, the bytes received since the one before, and whether it failed. */
function decisions(checks: readonly Check[], error: Error = new TimeoutError()): boolean[] {
  let total = 0;
  const failedChecks = new FailedChecks(total);
  return checks.map(([received, isFailed]) => {
    total += received;
    if (isFailed) return failedChecks.failed(total, error);
    failedChecks.passed(total);
    return false;
  });
}

describe('checks that fail', () => {
  it('are too many after five in a row', () => {
    expect(decisions(failing(6, 0))).toEqual([false, false, false, false, true, true]);
  });

  it('are counted anew after one that passed', () => {
    expect(decisions([...failing(4, 0), [500, false], ...failing(4, 0)])).not.toContain(true);
  });

  it('count while only notes of the server arrive', () => {
    expect(decisions(failing(5, 400))).toEqual([false, false, false, false, true]);
  });

  it('do not count while a slow line brings what was asked for before', () => {
    expect(decisions(failing(50, RECORDS))).not.toContain(true);
  });

  it('count also on a busy line where the answer is an error', () => {
    expect(decisions(failing(5, RECORDS), new Error('no quorum')).indexOf(true)).toBe(4);
  });

  it('count again once the line brings nothing', () => {
    expect(decisions([...failing(20, RECORDS), ...failing(5, 0)]).indexOf(true)).toBe(24);
  });

  it('count from before the line was busy, too', () => {
    expect(decisions([...failing(4, 0), [RECORDS, true], [0, true]]).indexOf(true)).toBe(5);
  });
});
