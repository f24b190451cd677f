// The secrets of this run, in memory only, so that the log can hide them.

/** Hiding shorter ones would make the log unreadable. */
const SHORTEST = 4;
/** How many unused secrets are still hidden. */
const MAX_PAST = 200;
/** Secrets in use with their number of uses; never dropped. */
const inUse = new Map<string, number>();
/** Secrets used or typed before, oldest first. */
const past = new Set<string>();

/** Hides a secret until `release` is called, and for a while after, because late errors may contain it. */
export function holdSecret(secret: string): { readonly release: () => void } {
  if (secret.length < SHORTEST) return { release: () => undefined };
  inUse.set(secret, (inUse.get(secret) ?? 0) + 1);
  let isHeld = true;
  return {
    release() {
      if (!isHeld) return;
      isHeld = false;
      const uses = (inUse.get(secret) ?? 1) - 1;
      if (uses > 0) inUse.set(secret, uses);
      else inUse.delete(secret);
      keepOutOfLogs(secret);
    },
  };
}

/** Hides a secret that is not in use, until `MAX_PAST` newer ones replace it. */
export function keepOutOfLogs(secret: string): void {
  if (secret.length < SHORTEST) return;
  // Move it to the end.
  past.delete(secret);
  past.add(secret);
  const [oldest] = past;
  if (past.size > MAX_PAST && oldest !== undefined) past.delete(oldest);
}

export const knownSecrets = (): readonly string[] => [...new Set([...inUse.keys(), ...past])];
