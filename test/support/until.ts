// Waits for a condition instead of for a time.
import { setTimeout as pause } from 'node:timers/promises';
import { slow } from '../../tools/test/slow.ts';

/** The shortest pause between two checks, in ms. */
const PAUSE_MS = 4;

/**
 * Resolves as soon as `holds`; fails with `what` after `deadlineMs`. The pause after a slow check is as long as the
 * check, so that code under test in the same process can run and its requests do not time out.
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  deadlineMs = slow(20_000),
): Promise<void> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const started = performance.now();
    if (await holds()) return;
    const checked = performance.now();
    if (checked > end) throw new Error(`This did not come about: ${what}`);
    await pause(Math.max(PAUSE_MS, checked - started));
  }
}

/** A promise that resolves once `open` is called. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}
