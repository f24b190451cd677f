// Opens screens on request of the menu, the tray, a notification or a link.
import type { WebContents } from 'electron';
import type { Channel, EventPayload, Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';
import type { Emit } from '../handlers.ts';

/** False until a new page has subscribed. */
let isListening = false;
/** The screen that was requested before. */
let wanted: EventPayload<'navigate'> | null = null;

export function watchListening(contents: Pick<WebContents, 'on'>): void {
  const deaf = () => {
    isListening = false;
  };
  contents.on('did-navigate', deaf);
  contents.on('render-process-gone', deaf);
}

/** Opens a screen at once, or as soon as the page is ready. */
export function requestScreen(to: string, storeId: string | null, emit: Emit): void {
  if (isListening) emit('navigate', { to, storeId });
  else wanted = { to, storeId };
}

type ScreenChannel = Extract<Channel, `screens.${string}`>;
export const screenHandlers: { readonly [C in ScreenChannel]: (input: ParsedInput<C>) => Result<Output<C>> } = {
  'screens.wanted': () => {
    isListening = true;
    const { to = null, storeId = null } = wanted ?? {};
    wanted = null;
    return ok({ to, storeId });
  },
};
