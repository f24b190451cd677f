// Finds where rows on screen are in a list whose ids are all known.

/** The first of `wanted` that is listed, with its index; null where none is. */
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
