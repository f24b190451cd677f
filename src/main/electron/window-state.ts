// Restores the window's last position if it is still on a screen.
import type { BrowserWindow, Rectangle } from 'electron';
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { type Document, openDocument } from '../storage/document.ts';

const stateSchema = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }).nullable(),
  maximized: z.boolean(),
  /** The notification about running in the background was shown. */
  toldBackground: z.boolean().default(false),
});
export type WindowState = z.infer<typeof stateSchema>;

/** How much of the window's top must be on a screen to drag it, in px. */
const GRIP = 100;
/** Moves are saved after so many ms without another one. */
const REST = 500;

/** Null where the window should open at its default position. */
export function fittingBounds(kept: Rectangle | null, screens: readonly Rectangle[]): Rectangle | null {
  if (!kept) return null;
  const held = screens.find((screen) => {
    const across = Math.min(kept.x + kept.width, screen.x + screen.width) - Math.max(kept.x, screen.x);
    return across >= GRIP && kept.y >= screen.y - 1 && kept.y <= screen.y + screen.height - GRIP;
  });
  if (!held) return null;
  return { ...kept, width: Math.min(kept.width, held.width), height: Math.min(kept.height, held.height) };
}

/** An unreadable file is set aside, and the window opens at its default position. */
export function openWindowState(folder: string): Document<WindowState> {
  return openDocument<WindowState>({
    folder,
    name: 'window',
    what: texts.storage.kept.windowPlace,
    parse: (value) => stateSchema.safeParse(value).data ?? null,
    initial: { bounds: null, maximized: false, toldBackground: false },
    onSetAside: ({ file, reason }) => console.error(`The place of the window was not read from ${file}: ${reason}`),
  });
}

/** Restores the window's position and saves changes. */
export function keepPlace(window: BrowserWindow, state: Document<WindowState>, screens: readonly Rectangle[]): void {
  const bounds = fittingBounds(state.value.bounds, screens);
  if (bounds) window.setBounds(bounds);
  // Not earlier, because maximizing shows the empty window.
  if (state.value.maximized) window.once('show', () => window.maximize());
  let timer: NodeJS.Timeout | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (window.isDestroyed() || !window.isVisible() || window.isMinimized() || window.isFullScreen()) return;
      const { x, y, width, height } = window.getNormalBounds();
      const next = { ...state.value, bounds: { x, y, width, height }, maximized: window.isMaximized() };
      state.save(next).catch((error: unknown) => console.error('The place of the window could not be kept', error));
    }, REST);
  };
  window.on('resize', keep);
  window.on('move', keep);
  window.on('maximize', keep);
  window.on('unmaximize', keep);
  window.on('closed', () => clearTimeout(timer));
}
