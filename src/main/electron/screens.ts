// Showing a screen from outside the page: the menu, the tray, a notification or a link asks for it.
import type { WebContents } from 'electron';
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';
import type { Emit } from '../notifier.ts';

/** Whether the page listens. One that is new, or gone, does not yet. */
let isListening = false;
/** The screen that was asked for while nobody listened. */
let wanted: string | null = null;

export function watchListening(contents: Pick<WebContents, 'on'>): void {
  const deaf = () => {
    isListening = false;
  };
  contents.on('did-navigate', deaf);
  contents.on('render-process-gone', deaf);
}

/** Asks the page for a screen, at once or as soon as it listens. */
export function requestScreen(to: string, emit: Emit): void {
  if (isListening) emit('navigate', { to });
  else wanted = to;
}

type ScreenChannel = Extract<Channel, `screens.${string}`>;
export const screenHandlers: { readonly [C in ScreenChannel]: (input: ParsedInput<C>) => Result<Output<C>> } = {
  'screens.wanted': () => {
    isListening = true;
    const to = wanted;
    wanted = null;
    return ok({ to });
  },
};
