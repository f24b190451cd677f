// Restores the window's last position and screen.
import { type BrowserWindow, type Rectangle, screen } from 'electron';
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { type Document, openDocument } from '../storage/document.ts';
import { throttle } from '../turns.ts';

const stateSchema = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }).nullable(),
  maximized: z.boolean(),
  /** The screen that was shown last, such as "#/links". */
  screen: z.string(),
});
export type WindowState = z.infer<typeof stateSchema>;

/** Moving and resizing the window cause many changes. */
const SAVE_MS = 500;

/** Moves the window inside a screen, so that the seller can reach it when its own screen is gone. */
function fittingBounds({ x, y, width, height }: Rectangle, area: Rectangle): Rectangle {
  const [fittingWidth, fittingHeight] = [Math.min(width, area.width), Math.min(height, area.height)];
  return {
    x: Math.min(Math.max(x, area.x), area.x + area.width - fittingWidth),
    y: Math.min(Math.max(y, area.y), area.y + area.height - fittingHeight),
    width: fittingWidth,
    height: fittingHeight,
  };
}

/** An unreadable file is set aside, and the window opens at its default position. */
export function openWindowState(folder: string): Document<WindowState> {
  return openDocument<WindowState>({
    folder,
    name: 'window',
    what: texts.storage.kept.windowPlace,
    parse: (value) => stateSchema.safeParse(value).data ?? null,
    initial: { bounds: null, maximized: false, screen: '' },
    onSetAside: ({ file, reason }) => console.error(`The place of the window was not read from ${file}: ${reason}`),
  });
}

/** Only the screen, because a record that was open on it may be gone. */
const screenOf = (url: string): string => /#\/(products|links|sales|webhook|sync|settings)/.exec(url)?.[0] ?? '';

/** Restores the window's position, and saves its changes and the screen. */
export function keepPlace(window: BrowserWindow, state: Document<WindowState>): void {
  const { bounds, maximized } = state.value;
  if (bounds) window.setBounds(fittingBounds(bounds, screen.getDisplayMatching(bounds).workArea));
  // Not earlier, because maximizing shows the empty window.
  if (maximized) window.once('show', () => window.maximize());
  const { schedule } = throttle(() => {
    if (window.isDestroyed() || !window.isVisible() || window.isMinimized() || window.isFullScreen()) return;
    const next = {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      screen: screenOf(window.webContents.getURL()),
    };
    state.save(next).catch((error: unknown) => console.error('The place of the window could not be kept', error));
  }, SAVE_MS);
  window.webContents.on('did-navigate-in-page', schedule);
  for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) window.on(event as 'resize', schedule);
}
