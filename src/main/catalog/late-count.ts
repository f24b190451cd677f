// Counts that may take too long for a page: the page is shown without them and updated later.

/** How long a page waits for a count, in ms: each keystroke of a search may wait as long. */
const COUNT_WAIT_MS = 10;

export interface PendingCount<T> {
  promise: Promise<T> | null;
  value: T | null;
}

export const newCount = <T>(): PendingCount<T> => ({ promise: null, value: null });

/** The table has changed, so the running count is obsolete. */
export class Superseded extends Error {}

function rejectUnlessSuperseded(error: unknown): null {
  if (error instanceof Superseded) return null;
  throw error;
}

/** Null where counting takes longer than `COUNT_WAIT_MS`; `onCounted` is called when it has ended. */
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
  // After an error or a change of the table, the next call counts again.
  promise.catch(() => {
    counting.promise = null;
  });
  const value = await Promise.race([promise, timeout(COUNT_WAIT_MS)]).catch(rejectUnlessSuperseded);
  isLate = value === null;
  return value;
}

/** `setImmediate`, because the main process may have been busy: answers that have arrived meanwhile come first. */
const timeout = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => setImmediate(() => resolve(null)), ms).unref();
  });
