// The window reopens at its last position unless that is off screen.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fittingBounds, openWindowState } from '../../src/main/electron/window-state.ts';

vi.mock('electron', () => ({ default: {} }));

const main = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };

describe('the window bounds', () => {
  it.each([
    ['where it was', { x: 100, y: 100, width: 1200, height: 800 }, { x: 100, y: 100, width: 1200, height: 800 }],
    ['on the second screen', { x: 2000, y: 0, width: 1200, height: 800 }, { x: 2000, y: 0, width: 1200, height: 800 }],
    [
      'smaller on a smaller screen',
      { x: 2000, y: 0, width: 3000, height: 2000 },
      { x: 2000, y: 0, width: 1280, height: 1024 },
    ],
    ['as at first where its screen is gone', { x: 4000, y: 100, width: 1200, height: 800 }, null],
    ['as at first where its top is above the screen', { x: 100, y: -300, width: 1200, height: 800 }, null],
    ['as at first where only an edge is left', { x: 3150, y: 100, width: 1200, height: 800 }, null],
  ])('is %s', (_, kept, fitting) => expect(fittingBounds(kept, [main, second])).toEqual(fitting));

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
