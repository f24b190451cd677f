// The message of "Sync now", for every mix of waiting changes.
import { describe, expect, it } from 'vitest';
import { waitingNowText } from '../../src/renderer/screens/sync/sync-now.ts';
import { type WaitingNow, waitingNowSchema } from '../../src/shared/status.ts';

const NOTHING: WaitingNow = { sent: 0, toDecide: 0, afterDecision: 0, locked: 0, others: 0, hold: null, until: null };
const text = (found: Partial<WaitingNow>) => waitingNowText({ ...NOTHING, ...found });

describe('the message of "Sync now"', () => {
  it.each<[Partial<WaitingNow>, string]>([
    [{}, 'Nothing is waiting to be sent.'],
    [{ hold: 'offline' }, 'Nothing is waiting to be sent.'],
    [{ toDecide: 1 }, '1 change needs your decision. Nothing else is waiting.'],
    [{ toDecide: 20 }, '20 changes need your decision. Nothing else is waiting.'],
    [
      { toDecide: 1, afterDecision: 1 },
      '1 change needs your decision. 1 other change waits for it. Nothing else is waiting.',
    ],
    [
      { toDecide: 2, afterDecision: 1_204 },
      '2 changes need your decision. 1,204 other changes wait for them. Nothing else is waiting.',
    ],
    [{ others: 1 }, '1 change is tried now.'],
    [{ others: 7 }, '7 changes are tried now.'],
    [{ toDecide: 2, others: 1 }, '2 changes need your decision. 1 other change is tried now.'],
    [{ others: 1, hold: 'offline' }, '1 change waits until you turn “Work offline” off.'],
    [{ others: 3, hold: 'signed-out' }, '3 changes wait until you sign in.'],
    [
      { toDecide: 1, others: 3, hold: 'signed-out' },
      '1 change needs your decision. 3 other changes wait until you sign in.',
    ],
    [{ others: 2, hold: 'disk' }, '2 changes wait until changes can be written to disk.'],
    [{ others: 1, hold: 'unreachable' }, 'The service was asked again. 1 change waits until it can be reached.'],
    [{ others: 2, hold: 'busy' }, 'The service was asked again. 2 changes wait until it takes requests again.'],
    [
      { toDecide: 1, others: 2, hold: 'faulty' },
      '1 change needs your decision. The service was asked again. 2 other changes wait until its problem is solved.',
    ],
    [{ others: 2, hold: 'silent' }, 'The service was asked again. 2 changes wait until it answers again.'],
    [{ sent: 1 }, '1 change was sent. Nothing else is waiting.'],
    [{ sent: 2, others: 1 }, '2 changes were sent. 1 other change is tried now.'],
    [{ locked: 1 }, '1 change waits until the key store is unlocked. Nothing else is waiting.'],
    [
      { toDecide: 1, locked: 2, others: 3 },
      '1 change needs your decision. 2 other changes wait until the key store is unlocked. 3 other changes are tried now.',
    ],
  ])('%o', (found, words) => {
    expect(text(found)).toBe(words);
  });

  it('says until when a service asked to wait', () => {
    const until = Date.UTC(2026, 4, 3, 10, 4, 11);
    expect(text({ others: 1, hold: 'named', until })).toMatch(
      /^The service asked us to wait until .*\d.*\. 1 change is sent after that\.$/,
    );
    expect(text({ toDecide: 1, others: 2, hold: 'named', until })).toMatch(/ 2 other changes are sent after that\.$/);
  });

  it('mentions each group exactly once in every mix, with "1" only in the singular', () => {
    for (const hold of [null, ...waitingNowSchema.shape.hold.unwrap().options]) {
      for (let mix = 0; mix < 81; mix += 1) {
        const digit = (place: number) => Math.floor(mix / place) % 3;
        const [toDecide, afterDecision, locked, others] = [digit(1), digit(3), digit(9), digit(27)];
        const until = hold === 'named' ? 1 : null;
        const said = text({ toDecide, afterDecision, locked, others, hold, until }).replace(
          / until [^.]*\d[^.]*\./,
          '.',
        );
        expect(said.match(/\bdecision\b/g)?.length ?? 0).toBe(toDecide ? 1 : 0);
        expect(said.match(/\bkey store\b/g)?.length ?? 0).toBe(locked ? 1 : 0);
        expect(said).not.toMatch(/\b1 (other )?changes|\b2 (other )?change\b| {2}|undefined|null/);
        expect(said.includes('Nothing')).toBe(!others);
      }
    }
  });
});
