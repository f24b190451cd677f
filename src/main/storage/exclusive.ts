// Runs asynchronous work one piece at a time.

/** Runs `act` once all earlier work has ended, even if that failed. */
export type RunExclusive = <T>(act: () => Promise<T>) => Promise<T>;

export function createExclusive(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.catch(() => undefined).then(act);
    last = next;
    return next;
  };
}
