// Waits for a condition instead of for a time.
import { setTimeout as pause } from 'node:timers/promises';

/** Resolves as soon as `holds`; fails after `deadlineMs` with the awaited condition. */
export async function until(what: string, holds: () => boolean, deadlineMs = 180_000): Promise<void> {
  const end = performance.now() + deadlineMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`This did not come about: ${what}`);
    await pause(4);
  }
}
