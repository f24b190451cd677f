// The secrets of this run, in memory only, so that the log can hide them. None is forgotten: late errors may contain it.

/** Hiding shorter ones would make the log unreadable. */
const SHORTEST = 4;
const secrets = new Set<string>();

export function keepOutOfLogs(secret: string): void {
  if (secret.length >= SHORTEST) secrets.add(secret);
}

export const knownSecrets = (): readonly string[] => [...secrets];
