// Search latency while typing: from keydown to the paint of the results.
import type { Page } from 'playwright';

/** Each character finds fewer rows than the one before, so each changes the list. */
const TYPED = ['743', '908', '552', '128'];

interface Watch {
  /** Ms of each painted keystroke. */
  readonly painted: number[];
  /** The most rows in the document at once. */
  mostRows: number;
}

/** In the page: records keydowns, and the frames that paint changed rows. */
function watch(): void {
  const seen: Watch = { painted: [], mostRows: 0 };
  Object.assign(window, { benchWatch: seen });
  const table = document.querySelector('[role="table"]');
  if (!table) throw new Error('There is no list on the page');
  let pressedAt: number | null = null;
  document.addEventListener(
    'keydown',
    () => {
      pressedAt = performance.now();
    },
    true,
  );
  new MutationObserver((changes) => {
    seen.mostRows = Math.max(seen.mostRows, document.querySelectorAll('[role="row"]').length);
    // The count may follow later; only the table's attribute has it.
    const found = changes.some(
      ({ type, target }) => type !== 'attributes' || (target as Element).closest('[role="row"]') !== null,
    );
    if (pressedAt === null || !found) return;
    const began = pressedAt;
    pressedAt = null;
    // A task queued in a frame runs after that frame was handed over to be painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => seen.painted.push(performance.now() - began);
      port2.postMessage(null);
    });
  }).observe(table, { attributes: true, childList: true, subtree: true });
}

export interface Keystrokes {
  /** From keydown to the paint of the results, of each keystroke, in ms. */
  readonly times: readonly number[];
  /** The most rows in the document at once. */
  readonly mostRows: number;
}

export async function measureKeystrokes(page: Page, links: number): Promise<Keystrokes> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payment links' }).click();
  await page.locator(`[role="table"][aria-rowcount="${links + 1}"]`).waitFor();
  const box = page.getByRole('searchbox', { name: 'Search payment links' });
  await box.focus();
  await page.evaluate(watch);
  const look = () => page.evaluate(() => (window as unknown as { benchWatch: Watch }).benchWatch);
  const times: number[] = [];
  for (const text of TYPED) {
    let typed = (await look()).painted.length;
    for (const key of text) {
      await page.keyboard.press(key);
      typed += 1;
      await page.waitForFunction(
        (count) => (window as unknown as { benchWatch: Watch }).benchWatch.painted.length >= count,
        typed,
        { polling: 20, timeout: 10_000 },
      );
      times.push((await look()).painted.at(-1) ?? Number.NaN);
    }
    await page.keyboard.press('Escape');
    await page.locator(`[role="table"][aria-rowcount="${links + 1}"]`).waitFor();
    await page.waitForTimeout(200);
  }
  return { times, mostRows: (await look()).mostRows };
}
