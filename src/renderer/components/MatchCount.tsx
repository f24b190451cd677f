// How many rows a search or filters find, beside the heading: shown with the rows, and announced once typing pauses.
import { Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { texts } from '../../shared/texts/window.ts';
import styles from './MatchCount.module.css';

const t = texts.parts.matches;

/** Ms without typing and changes before the count is announced. */
const REST_MS = 800;

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
  const text = search.trim();
  const isKnown = (text !== '' || isFiltered) && total !== undefined;
  const counted = (count: number) => (text === '' ? t.announced({ count }) : t.announcedFor({ count, search: text }));
  const found = isKnown && isExact && isCurrent ? counted(total) : '';
  const [announced] = useDebouncedValue(found, REST_MS);
  return (
    <>
      {isKnown && (
        <Text span size="sm" c="dimmed" aria-hidden>
          <span className={styles.whole}>{isExact ? t.shown({ count: total }) : t.atLeast({ count: total })}</span>
          <span className={styles.short}>{t.short({ count: total, isExact })}</span>
        </Text>
      )}
      {/* Always rendered, so that screen readers announce its text when it changes. */}
      <VisuallyHidden aria-live="polite">{announced === found ? announced : ''}</VisuallyHidden>
    </>
  );
}
