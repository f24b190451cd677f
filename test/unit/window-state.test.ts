// The window reopens at its last position, moved onto a screen.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fittingBounds, openWindowState } from '../../src/main/electron/window-state.ts';

vi.mock('electron', () => ({ default: {} }));

const screen = { x: 1920, y: 25, width: 1280, height: 1000 };

describe('the window bounds', () => {
  it.each([
    ['as they were', [2000, 100, 1200, 800], [2000, 100, 1200, 800]],
    ['smaller on a smaller screen', [2000, 25, 3000, 2000], [1920, 25, 1280, 1000]],
    ['moved in from the right', [4000, 100, 1200, 800], [2000, 100, 1200, 800]],
    ['moved in from above', [2000, -300, 1200, 800], [2000, 25, 1200, 800]],
  ])('are %s', (_, [x = 0, y = 0, width = 0, height = 0], fitting) =>
    expect(Object.values(fittingBounds({ x, y, width, height }, screen))).toEqual(fitting),
  );

  it('are the defaults if none or unreadable ones are stored', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'storefront-window-'));
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const state = openWindowState(folder);
      expect(state.value).toEqual({ bounds: null, maximized: false, toldBackground: false });
      const next = { bounds: { x: 1, y: 2, width: 1000, height: 700 }, maximized: true, toldBackground: true };
      await state.save(next);
      expect(openWindowState(folder).value).toEqual(next);
      writeFileSync(join(folder, 'window.json'), '{"version":1,"value":{"bounds":"wide"}}');
      expect(openWindowState(folder).value.bounds).toBeNull();
      expect(said).toHaveBeenCalled();
    } finally {
      said.mockRestore();
      rmSync(folder, { recursive: true });
    }
  });
});
