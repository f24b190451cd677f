// How many rows a search or filters find, beside the heading.
import { Text } from '@mantine/core';
import { texts } from '../../shared/texts/window.ts';

const t = texts.parts.matches;

interface MatchCountProps {
  readonly search: string;
  /** Filters hide rows. */
  readonly isFiltered?: boolean;
  /** Undefined before the first answer. */
  readonly total: number | undefined;
  /** False while the rows are still being counted: there are at least `total`. */
  readonly isExact?: boolean;
  /** Whether `total` belongs to this search, and not to the previous one. */
  readonly isCurrent: boolean;
}

export function MatchCount({ search, isFiltered = false, total, isExact = true, isCurrent }: MatchCountProps) {
  const isKnown = (search.trim() !== '' || isFiltered) && total !== undefined && isExact && isCurrent;
  return (
    <Text span size="sm" c="dimmed" aria-live="polite">
      {isKnown && t.shown({ count: total })}
    </Text>
  );
}
