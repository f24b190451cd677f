// Decides how many commits to a collection can share one write, and in which order their files are replaced. Pure.
import type { Segment } from './segments.ts';

export interface Change<T> {
  readonly put?: readonly T[];
  readonly remove?: readonly string[];
}

/** Files of a lower rank are replaced first. */
export type Rank = (segment: Segment) => number;

/**
 * Each file is replaced once, so a commit whose files would have to be replaced both before and after those of another one
 * waits for the next write. Removals and new records may take any place.
 */
export function orderOfCommits<T extends { readonly id: string }>(
  pending: readonly { readonly change: Change<T> }[],
  segmentOf: (id: string) => Segment | undefined,
): { readonly commits: number; readonly rank: Rank } {
  /** The first and the last commit that changes each segment. */
  const changes = new Map<Segment, { readonly first: number; readonly last: number }>();
  let commits = 0;
  for (const { change } of pending) {
    const changed = new Set((change.put ?? []).flatMap(({ id }) => segmentOf(id) ?? []));
    const others = [...changes].filter(([segment]) => !changed.has(segment));
    const newestOther = Math.max(...others.map(([, { last }]) => last));
    if ([...changed].some((segment) => (changes.get(segment)?.first ?? commits) < newestOther)) break;
    for (const segment of changed) {
      changes.set(segment, { first: changes.get(segment)?.first ?? commits, last: commits });
    }
    commits += 1;
  }
  return { commits, rank: (segment) => changes.get(segment)?.last ?? -1 };
}
