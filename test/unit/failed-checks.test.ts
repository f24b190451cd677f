// When a session with the server of a team is given up: checks that a slow line answers late are no reason.
import { TimeoutError } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { FailedChecks } from '../../src/main/team/failed-checks.ts';

const RECORDS = 300_000;

/** Whether it is given up after each check; of each, the bytes received since the one before, and whether it failed. */
function decisions(
  checks: readonly (readonly [received: number, isFailed: boolean])[],
  error: Error = new TimeoutError(),
): boolean[] {
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
    expect(decisions([...Array(6)].map(() => [0, true]))).toEqual([false, false, false, false, true, true]);
  });

  it('are counted anew after one that passed', () => {
    const failing = [...Array(4)].map(() => [0, true] as const);
    expect(decisions([...failing, [500, false], ...failing])).not.toContain(true);
  });

  it('count while only notes of the server arrive', () => {
    expect(decisions([...Array(5)].map(() => [400, true]))).toEqual([false, false, false, false, true]);
  });

  it('do not count while a slow line brings what was asked for before', () => {
    expect(decisions([...Array(50)].map(() => [RECORDS, true]))).not.toContain(true);
  });

  it('count also on a busy line where the answer is an error', () => {
    const busy = [...Array(5)].map(() => [RECORDS, true] as const);
    expect(decisions(busy, new Error('no quorum')).indexOf(true)).toBe(4);
  });

  it('count again once the line brings nothing', () => {
    const busy = [...Array(20)].map(() => [RECORDS, true] as const);
    const silent = [...Array(5)].map(() => [0, true] as const);
    expect(decisions([...busy, ...silent]).indexOf(true)).toBe(24);
  });

  it('count from before the line was busy, too', () => {
    const silent = [...Array(4)].map(() => [0, true] as const);
    expect(decisions([...silent, [RECORDS, true], [0, true]]).indexOf(true)).toBe(5);
  });
});
