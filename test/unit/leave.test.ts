// The question before typed text is left, and its return if leaving failed.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('../../src/renderer/components/confirm.tsx', () => ({ ask: () => undefined }));
vi.stubGlobal('window', { storefront: { invoke: async () => ({ ok: true }), on: () => () => undefined } });
const { holdsScreen, leaveScreen, standGuard } = await import('../../src/renderer/state/leave.ts');

let asked: number;
let end: () => void;
/** A screen with typed text, whose seller agrees to leave it. */
const stand = () =>
  standGuard({
    ofScreen: true,
    isKept: true,
    ask: (leave) => {
      asked += 1;
      leave();
    },
  });

beforeEach(() => {
  asked = 0;
  end = stand();
});
afterEach(() => end());

describe('text typed on a screen', () => {
  it('is not asked about again once it was left', () => {
    let left = 0;
    leaveScreen(() => {
      left += 1;
    });
    expect({ asked, left }).toEqual({ asked: 1, left: 1 });
    expect(holdsScreen()).toBe(false);
  });

  it('is guarded again after leaving was refused', async () => {
    leaveScreen(async () => false);
    await vi.waitFor(() => expect(holdsScreen()).toBe(true));
    leaveScreen(() => undefined);
    expect(asked).toBe(2);
  });

  it('is no longer guarded after leaving succeeded', async () => {
    const act = vi.fn(async () => true);
    leaveScreen(act);
    await act.mock.results[0]?.value;
    expect(holdsScreen()).toBe(false);
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
    expect(holdsScreen()).toBe(false);
  });
});
