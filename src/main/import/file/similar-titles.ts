// Finds the titles that a mistyped one may mean.
import { foldText } from '../../../shared/fold.ts';

/** Sequences of so many characters are compared. */
const PART = 3;
/** The least part of them that similar titles share. */
const SHARED = 0.4;

function partsOf(text: string): ReadonlySet<string> {
  const padded = `  ${foldText(text).trim()} `;
  return new Set(Array.from({ length: padded.length - PART + 1 }, (_, at) => padded.slice(at, at + PART)));
}

/** The `most` titles that are most like a text, the best first. */
export function similarTitles(text: string, titles: Iterable<string>, most: number): string[] {
  const wanted = partsOf(text);
  const found: { readonly title: string; readonly score: number }[] = [];
  for (const title of titles) {
    const parts = partsOf(title);
    let shared = 0;
    for (const part of parts) if (wanted.has(part)) shared += 1;
    const score = (2 * shared) / (wanted.size + parts.size);
    if (score >= SHARED) found.push({ title, score });
  }
  return found
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ title }) => title);
}
