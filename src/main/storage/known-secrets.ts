// The secrets that this run has met, so that no line of the log shows them. In memory only.

/** A shorter one would hide half of every line. */
const SHORTEST = 4;
/** How many that are not in use any more are still looked for. */
const MOST_PAST = 200;
/** Those in use, each with how many times: never given up for others. */
const inUse = new Map<string, number>();
/** Those that were used or typed before, oldest first. */
const past = new Set<string>();

/** Keeps a secret out of the log until `release` is called, and for a while after that: what fails late may name it. */
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

/** For a secret that nobody holds: until many others came after it. */
export function keepOutOfLogs(secret: string): void {
  if (secret.length < SHORTEST) return;
  // Again the newest.
  past.delete(secret);
  past.add(secret);
  const [oldest] = past;
  if (past.size > MOST_PAST && oldest !== undefined) past.delete(oldest);
}

export const knownSecrets = (): readonly string[] => [...new Set([...inUse.keys(), ...past])];
