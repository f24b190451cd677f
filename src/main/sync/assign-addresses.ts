// Finds the change that a pasted address belongs to: by its product, and by the order number beside it. Pure.

/** A payment link in doubt. Those with the same `content` are interchangeable. */
export interface LinkInDoubt {
  readonly id: string;
  readonly content: string;
  /** The values, as `wordsOf` returns them. */
  readonly metadata: readonly string[];
}

/** `product`: no other change of its product was left. */
export type Evidence = 'metadata' | 'product';
export interface Assigned {
  readonly id: string;
  readonly by: Evidence;
}

/** The changes that an address may belong to, by the text beside it. */
export interface Claim {
  readonly candidates: readonly LinkInDoubt[];
  readonly by: Evidence;
}

/** Each assignment can make others unambiguous. This limit is enough for any real text. */
const ROUNDS = 20;

/** The change for each index of `claims`; none where more than one is possible. */
export function assignAddresses(claims: readonly Claim[]): ReadonlyMap<number, Assigned> {
  const assigned = new Map<number, Assigned>();
  const taken = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = assigned.size;
    for (const [content, indexes] of claimsByContent(claims, assigned, taken)) {
      const free = freeOf(
        indexes.flatMap((index) => claims[index]?.candidates ?? []),
        content,
        taken,
      );
      if (indexes.length > free.length) continue;
      for (const [at, index] of indexes.entries()) {
        const change = free[at];
        const claim = claims[index];
        if (!change || !claim) continue;
        taken.add(change.id);
        assigned.set(index, { id: change.id, by: claim.by });
      }
    }
    if (assigned.size === before) break;
  }
  return assigned;
}

/** Unassigned claims whose remaining candidates all have the same content, by that content. */
function claimsByContent(
  claims: readonly Claim[],
  assigned: ReadonlyMap<number, Assigned>,
  taken: ReadonlySet<string>,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, { candidates }] of claims.entries()) {
    if (assigned.has(index)) continue;
    const contents = new Set(candidates.filter(({ id }) => !taken.has(id)).map(({ content }) => content));
    const [only] = contents;
    if (only === undefined || contents.size > 1) continue;
    const others = found.get(only);
    if (others) others.push(index);
    else found.set(only, [index]);
  }
  return found;
}

function freeOf(candidates: readonly LinkInDoubt[], content: string, taken: ReadonlySet<string>): LinkInDoubt[] {
  const free = candidates.filter((change) => change.content === content && !taken.has(change.id));
  return [...new Map(free.map((change) => [change.id, change])).values()];
}

/** The changes that match the text best, or all if none matches. */
export function claimOf(text: string, candidates: readonly LinkInDoubt[]): Claim {
  const words = wordsOf(text);
  const scores = candidates.map(({ metadata }) => metadata.filter((value) => words.includes(value)).length);
  const best = Math.max(0, ...scores);
  return { candidates: candidates.filter((_, at) => scores[at] === best), by: best === 0 ? 'product' : 'metadata' };
}

/** The words of a text between single spaces, so that "104" is not found in "1042"; '' where there are none. */
export const wordsOf = (text: string): string => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words ? ` ${words.join(' ')} ` : '';
};
