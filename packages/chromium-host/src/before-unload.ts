// Asks a page whether it may be closed.
import type { Surface } from './surface.ts';

/** How long a page may take (ms), on a busy computer too: a page that is closed without its question loses what was typed. */
const LIMIT = 10_000;

/** Chromium's own question is not used: any client of its debugging port could answer that dialog. */
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
    // The page may close meanwhile.
    if (!surface.page.isClosed()) console.error(`[host] beforeunload failed: ${error.message}`);
    return false;
  });
  const answer = await Promise.race([asked, limit]);
  clearTimeout(timer);
  return answer === true;
}
