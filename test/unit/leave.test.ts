// The question before typed text is left, and its return if leaving failed.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('window', { storefront: { invoke: async () => ({ ok: true }), on: () => () => undefined } });
const { isScreenGuarded, leaveScreen, addGuard } = await import('../../src/renderer/state/leave.ts');

let asked: number;
let end: () => void;
/** Typed text of a screen, whose seller agrees to leave it. */
const guard = () =>
  addGuard({
    ofScreen: true,
    ask: (leave) => {
      asked += 1;
      leave();
    },
  });

beforeEach(() => {
  asked = 0;
  end = guard();
});
afterEach(() => end());

describe('text typed on a screen', () => {
  it('is not asked about again once it was left', () => {
    let left = 0;
    leaveScreen(() => {
      left += 1;
    });
    expect({ asked, left }).toEqual({ asked: 1, left: 1 });
    expect(isScreenGuarded()).toBe(false);
  });

  it('is guarded again after leaving was refused', async () => {
    leaveScreen(async () => false);
    await expect.poll(() => isScreenGuarded()).toBe(true);
    leaveScreen(() => undefined);
    expect(asked).toBe(2);
  });

  it('is no longer guarded after leaving succeeded', async () => {
    const act = vi.fn(async () => true);
    leaveScreen(act);
    await act.mock.results[0]?.value;
    expect(isScreenGuarded()).toBe(false);
  });

  it('is not guarded again if it is gone by the time of the refusal', async () => {
    let refuse = (_: boolean) => {};
    leaveScreen(
      () =>
        new Promise((resolve) => {
          refuse = resolve;
        }),
    );
    end();
    refuse(false);
    await new Promise(setImmediate);
    expect(isScreenGuarded()).toBe(false);
  });
});
