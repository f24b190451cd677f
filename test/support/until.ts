// Waits for a condition instead of for a time.
import { setTimeout as pause } from 'node:timers/promises';

/** Between two checks, in ms. */
const PAUSE_MS = 4;

/**
 * Resolves as soon as `holds`; fails after `deadlineMs` with the awaited condition. A check that takes long is followed by a pause
 * as long: what it waits for may run in this process, and its requests would time out.
 */
export async function until(what: string, holds: () => boolean, deadlineMs = 180_000): Promise<void> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const started = performance.now();
    if (holds()) return;
    const checked = performance.now();
    if (checked > end) throw new Error(`This did not come about: ${what}`);
    await pause(Math.max(PAUSE_MS, checked - started));
  }
}
