// Asks a page whether it lets itself be closed.
import type { Surface } from './surface.ts';

/** How long a page may take over it (ms); Chromium closes one that takes longer. */
const LIMIT = 1_000;

/** Not Chromium's own question: that is a dialog, which any client of its debugging port may answer. */
const ASK = `(() => {
  const event = document.createEvent('BeforeUnloadEvent');
  event.initEvent('beforeunload', false, true);
  dispatchEvent(event);
  return event.defaultPrevented || Boolean(event.returnValue);
})()`;

/** Fires `beforeunload` in the page itself, not in its frames. Resolves with whether a listener keeps the page open. */
export async function keepsOpen(surface: Surface): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, LIMIT, false);
  });
  const asked = surface.evaluate(ASK).catch((error: Error) => {
    // A page that goes meanwhile cannot say anything.
    if (!surface.page.isClosed()) console.error(`[host] beforeunload failed: ${error.message}`);
    return false;
  });
  const answer = await Promise.race([asked, limit]);
  clearTimeout(timer);
  return answer === true;
}
