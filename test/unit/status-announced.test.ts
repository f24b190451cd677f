// Screen readers announce the sync status when its meaning changes, not with every count.
import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../src/renderer/app/SyncStatus.tsx';
import type { Status } from '../../src/shared/status.ts';

const STATUS: Status = {
  waiting: 0,
  sending: 0,
  attention: 0,
  offline: false,
  pause: null,
  workOffline: false,
  signedIn: true,
  nextAttemptAt: null,
  diskProblem: null,
};
const meaning = (part: Partial<Status>) => meaningOf({ ...STATUS, ...part });

describe('the meaning of the sync status', () => {
  it('stays the same while changes are sent one after the other', () => {
    const counts = [{ waiting: 40 }, { waiting: 36, sending: 4 }, { waiting: 12 }, { waiting: 0, sending: 1 }].map(
      meaning,
    );
    expect(new Set(counts).size).toBe(1);
  });

  it('stays the same while changes are added offline', () => {
    expect(meaning({ offline: true, waiting: 1 })).toBe(meaning({ offline: true, waiting: 500 }));
  });

  it('changes with the first change that waits offline', () => {
    expect(meaning({ offline: true, waiting: 1 })).not.toBe(meaning({ offline: true }));
  });

  it('changes with “Work offline” while a change needs a decision', () => {
    expect(meaning({ attention: 1, offline: true, workOffline: true })).not.toBe(meaning({ attention: 1 }));
  });

  it('differs for everything that the seller may have to know', () => {
    const meanings = [
      {},
      { waiting: 2 },
      { offline: true, waiting: 2 },
      { signedIn: false, waiting: 2 },
      { attention: 1 },
      { attention: 2 },
    ].map(meaning);
    expect(new Set(meanings).size).toBe(meanings.length);
  });
});
