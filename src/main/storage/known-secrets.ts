// The secrets that this run has met, so that no line of the log shows them. In memory only.

/** A shorter one would hide half of every line. */
const SHORTEST = 4;
const MOST = 200;
const known = new Set<string>();

export function keepOutOfLogs(secret: string): void {
  if (secret.length < SHORTEST || known.has(secret)) return;
  known.add(secret);
  const [oldest] = known;
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
}

export const knownSecrets = (): readonly string[] => [...known];
