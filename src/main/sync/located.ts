// Finds the index of a row in a list of ids.

/** The first of `wanted` that is listed; null where none is. */
export function locatedIn(
  listed: readonly string[],
  wanted: readonly string[] = [],
): { id: string; index: number } | null {
  for (const id of wanted) {
    const index = listed.indexOf(id);
    if (index >= 0) return { id, index };
  }
  return null;
}
