// Counts that may take longer than a page waits for them: the page goes without, and is told later.

/** How long a page waits for a count, in ms. */
const COUNT_WAIT_MS = 20;

/** A count that may take longer than a page waits for it. */
export interface PendingCount<T> {
  promise: Promise<T> | null;
  value: T | null;
}

export const newCount = <T>(): PendingCount<T> => ({ promise: null, value: null });

/** The table has changed, so that a count that is under way says nothing any more. */
export class Superseded extends Error {}

function rejectUnlessSuperseded(error: unknown): null {
  if (error instanceof Superseded) return null;
  throw error;
}

/** What `count` finds; null where that takes longer than a moment. `onCounted` is called when it is found then. */
export async function countedOrNull<T>(
  counting: PendingCount<T>,
  count: () => Promise<T>,
  onCounted: () => void,
): Promise<T | null> {
  if (counting.value !== null) return counting.value;
  let isLate = false;
  counting.promise ??= count().then((value) => {
    counting.value = value;
    if (isLate) onCounted();
    return value;
  });
  const { promise } = counting;
  // Where it fails, or the table has changed, the next call counts again.
  promise.catch(() => {
    counting.promise = null;
  });
  const value = await Promise.race([promise, timeout(COUNT_WAIT_MS)]).catch(rejectUnlessSuperseded);
  isLate = value === null;
  return value;
}

/** Resolves after so long, and after what has come in meanwhile: the main process may have been busy. */
const timeout = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => setImmediate(() => resolve(null)), ms).unref();
  });
